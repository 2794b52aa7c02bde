# shellcheck shell=bash
# Prepares what hosts are booted from: small Debian systems with systemd, one for each release, the packages to install in
# them, and Ansible. All of it is kept in $hosts.
#
# Sourced by scripts/fleet and scripts/test, after environment.sh.
# shellcheck disable=SC2154  # the variables of environment.sh

# shellcheck source=scripts/lib/debian.sh
source "${root:?}/scripts/lib/debian.sh"

hosts=$cache/hosts
# shellcheck disable=SC2034  # for those who source this
host_packages=(systemd-container debootstrap iproute2 openssh-client)
# The emulated machine's: it has a kernel of its own, under which limits of memory hold.
# shellcheck disable=SC2034
machine_packages=(qemu-system-x86 cpio)

# What a host holds: a small server on which people log in, and what the package depends on, for hosts have no network.
host_system=(
    systemd-sysv dbus libpam-systemd libnss-systemd iproute2 procps sudo openssh-server python3-apt
    ca-certificates python3-miniupnpc python3-numpy libgmp10 libgomp1
)

# why_no_hosts: what keeps this machine from booting hosts; nothing where nothing does.
why_no_hosts() {
    if ((EUID != 0)); then
        say "needs root"
    elif ! command -v apt-get >/dev/null || [[ -z $(archive_mirror) ]]; then
        say "this machine's apt knows no Debian archive"
    elif [[ $(dpkg --print-architecture) != amd64 ]]; then
        say "the packages for hosts are built on amd64"
    elif ! unshare --mount --net --pid --fork true 2>/dev/null; then
        say "this machine may make no namespaces"
    elif ! unshare --mount --propagation private mount -t tmpfs none /mnt 2>/dev/null; then
        say "this machine may mount nothing"
    elif [[ -z $(cgroup_hierarchies) ]]; then
        say "this machine may make no control groups"
    fi
}

# cgroup_hierarchies: those in which systemd keeps its groups, where groups can be made.
cgroup_hierarchies() {
    local place
    for place in /sys/fs/cgroup /sys/fs/cgroup/unified /sys/fs/cgroup/systemd; do
        if [[ -e $place/cgroup.procs ]] && mkdir -- "$place/swf-probe" 2>/dev/null; then
            rmdir -- "$place/swf-probe"
            say "$place"
        fi
    done
}

# make_host_system RELEASE: the system that hosts of this release are booted from, in $hosts/RELEASE.
make_host_system() {
    local key new=$hosts/new
    key=$(printf '%s\n' "${suites[$1]}" "${host_system[@]}" 1 | hash_of)
    [[ $(cat -- "$hosts/$1.stamp" 2>/dev/null) == "$key" ]] && return
    rm -rf -- "$new" "${hosts:?}/$1" "$hosts/$1.stamp"
    # What it mounts goes with it, also when it is stopped.
    step "System of hosts, $1" unshare --mount --propagation private debootstrap --variant=minbase \
        --include="$(IFS=,; printf '%s' "${host_system[*]}")" "${suites[$1]}" "$new" "$(archive_mirror)"
    rm -rf -- "$new"/etc/ssh/ssh_host_* "$new"/var/cache/apt/archives/*.deb "$new"/var/lib/apt/lists/*
    # Each host makes its own id; hosts are offline; nobody sits at them.
    : >"$new/etc/machine-id"
    : >"$new/etc/apt/sources.list"
    # shellcheck disable=SC2016  # expanded in there
    step "System of hosts, $1: services" bash -c '
        chroot "$1" systemctl mask systemd-resolved systemd-timesyncd getty@tty1 console-getty apt-daily.timer apt-daily-upgrade.timer &&
        chroot "$1" systemctl enable systemd-networkd ssh' services "$new"
    mkdir -p -- "$new/root/.ssh"
    chmod 700 -- "$new/root/.ssh"
    mv -T -- "$new" "$hosts/$1"
    printf '%s\n' "$key" >"$hosts/$1.stamp"
}

# make_kernel: the kernel of the emulated machine, $hosts/kernel: Debian's for virtual machines, whose archive signs it.
make_kernel() {
    local name folder=$hosts/new-kernel
    [[ -f $hosts/kernel ]] && return
    rm -rf -- "$folder"
    mkdir -p -- "$folder"
    name=$(apt-cache depends linux-image-cloud-amd64 | sed -n 's/^ *Depends: \(linux-image-.*\)/\1/p;T;q')
    [[ -n $name ]] || die "This machine's apt knows no linux-image-cloud-amd64, whose kernel the emulated machine boots."
    step "Kernel of the emulated machine" env -C "$folder" apt-get download -o APT::Sandbox::User=root "$name"
    step "Kernel of the emulated machine: unpacking" dpkg-deb -x "$(compgen -G "$folder/*.deb")" "$folder/unpacked"
    mv -T -- "$(compgen -G "$folder/unpacked/boot/vmlinuz-*")" "$hosts/kernel" || die "$hosts cannot be written."
    rm -rf -- "$folder"
}

# product_key: a hash of all that a package is made from.
product_key() {
    (cd -- "$root" && find edge_agent packaging systemd requirements scripts -type f -not -name '*.pyc' -print0 | sort -z | xargs -0 cat) | hash_of
}

# make_host_packages OPTION...: packages by scripts/deb with these options; where they lie is left in $host_packages_place. Each
# state of the product has a place of its own: another clone may try another one at the same time.
host_packages_place=
make_host_packages() {
    local key
    key=$(
        {
            product_key
            printf '%s\n' "$@"
        } | hash_of
    )
    host_packages_place=$hosts/packages-$key
    [[ -d $host_packages_place ]] && return
    mkdir -p -- "$hosts"
    find "$hosts" -maxdepth 1 -name 'packages-*' -mtime +2 -exec rm -rf -- {} +
    rm -rf -- "$hosts/new-packages"
    # It tells its own steps.
    bash "$root/scripts/deb" --output "$hosts/new-packages" "$@" || die "The packages could not be built."
    mv -T -- "$hosts/new-packages" "$host_packages_place"
}

# one_at_a_time: until hosts_ready only this run prepares hosts.
one_at_a_time() {
    mkdir -p -- "$hosts" || die "$hosts cannot be written: set XDG_CACHE_HOME to a directory that can."
    exec 7<"$hosts"
    if ! flock -n 7; then
        say "Another run on this machine prepares hosts; waiting for it."
        flock 7
    fi
}

hosts_ready() { exec 7<&-; }

# make_ansible: Ansible in an environment of its own, in $hosts/ansible.
make_ansible() {
    local key
    key=$(cat -- "$requirements/ansible.txt" | hash_of)
    [[ $(cat -- "$hosts/ansible/stamp" 2>/dev/null) == "$key" ]] && return
    rm -rf -- "$hosts/ansible"
    step "Ansible" "$python" -m venv "$hosts/ansible"
    step "Ansible: packages" "$hosts/ansible/bin/python" -m pip install --require-hashes -r "$requirements/ansible.txt"
    printf '%s\n' "$key" >"$hosts/ansible/stamp"
}

# prepare_hosts_of_tests: all for the one scenario that scripts/test runs, where hosts can be booted; else say why not. It takes
# a package for this machine's own release, made in a minute or two.
prepare_hosts_of_tests() {
    local reason release
    reason=$(why_no_hosts)
    release=$(this_release)
    [[ -n $reason || -n $release ]] || reason="there are packages for Debian 12 and 13 only"
    if [[ -n $reason ]]; then
        say "No hosts can be booted here, so their test is left out: $reason."
        return
    fi
    install_packages "${host_packages[@]}"
    one_at_a_time
    make_host_system "$release"
    make_host_packages --quick
    hosts_ready
    export SWARM_HOSTS=$hosts SWARM_PACKAGES=$host_packages_place
}
