# shellcheck shell=bash
# What is known here of Debian's releases and archives. Sourced by packages.sh and hosts.sh.

# shellcheck disable=SC2034  # for those who source this
declare -A suites=([deb12]=bookworm [deb13]=trixie)

# archive_mirror: where this machine's apt has Debian from.
archive_mirror() {
    # shellcheck disable=SC2016  # apt's own variables
    apt-get indextargets --format '$(ORIGIN) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null | sed -n 's/^Debian //p;T;q'
}

# this_release: deb12 or deb13, where this machine runs it.
this_release() { (. /etc/os-release && [[ ${ID:-} == debian && -n ${suites[deb${VERSION_ID:-}]:-} ]] && say "deb$VERSION_ID"); }
