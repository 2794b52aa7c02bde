# shellcheck shell=bash
# Builds Debian packages in small Debian systems of their own, one for each release.
#
# Sourced by scripts/deb, which sets $version, $output, $mirror and $fresh, and may call build_quickly. Everything that takes
# long is kept in $building, under a name that holds a hash of all that it was made from, and is put there by a rename: what
# lies there is whole. What was compiled for the oldest release serves the newer ones too.

# shellcheck source=scripts/lib/environment.sh
source "${root:?}/scripts/lib/environment.sh"
# shellcheck source=scripts/lib/debian.sh
source "$root/scripts/lib/debian.sh"

log=$root/.deb.log
building=$cache/deb
packaging=$root/packaging
tools=$building/tools

declare -A pythons=([deb12]=3.11 [deb13]=3.13)
declare -A glibcs=([deb12]=2_36 [deb13]=2_40)
declare -A triplets=([amd64]=x86_64-linux-gnu [arm64]=aarch64-linux-gnu)
oldest=deb12

# What the build systems hold. The second architecture's libraries are there to be linked with.
build_system=(
    build-essential crossbuild-essential-arm64 debhelper lintian cmake ninja-build
    python3-dev python3-setuptools python3-wheel python3-numpy python3-miniupnpc libpython3-dev:arm64
    libgmp-dev libgmp-dev:arm64 libgomp1 libgomp1:arm64
)

# Python packages that are left out: two that Debian has, and those that libp2p and others name and nothing here imports.
unneeded=(numpy miniupnpc grpcio mypy-protobuf mypy-extensions types-protobuf types-requests)
# Packages whose modules are compiled here, because there are no wheels of them.
compiled=(fastecdsa)

# llama.cpp: one library for each kind of CPU, chosen when a model is loaded (edge_agent/models/cpu_variants.py).
llama_cpu_flags=(
    -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON -DGGML_NATIVE=OFF -DGGML_CCACHE=OFF -DGGML_BACKEND_DL=ON
    -DGGML_CPU_ALL_VARIANTS=ON -DLLAMA_BUILD_COMMON=OFF -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_TOOLS=OFF
    -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_SERVER=OFF -DLLAMA_BUILD_APP=OFF -DLLAMA_OPENSSL=OFF
    "-DCMAKE_INSTALL_RPATH=\$ORIGIN" -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON
    "-DCMAKE_C_FLAGS=-fstack-protector-strong -D_FORTIFY_SOURCE=2" "-DCMAKE_CXX_FLAGS=-fstack-protector-strong -D_FORTIFY_SOURCE=2"
    "-DCMAKE_SHARED_LINKER_FLAGS=-Wl,-z,relro -Wl,-z,now" "-DCMAKE_MODULE_LINKER_FLAGS=-Wl,-z,relro -Wl,-z,now"
)
# Kinds that Debian 12's compiler gets wrong (AMX) or does not know (SME); those CPUs take the next best.
llama_left_out='sapphirerapids|armv9\.2_[12]'

# inside SYSTEM COMMAND...: run a command in a build system; its mounts and processes end with it.
inside() {
    # shellcheck disable=SC2016  # expanded in there
    unshare --mount --propagation private --pid --fork --kill-child bash -c '
        system=$1
        shift
        mount -t proc proc "$system/proc" && mount --rbind /dev "$system/dev" || exit 1
        cp -L /etc/resolv.conf "$system/etc/resolv.conf" 2>/dev/null
        exec chroot "$system" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
            DEBIAN_FRONTEND=noninteractive ${http_proxy:+"http_proxy=$http_proxy"} "$@"' inside "$@"
}
export -f inside

# build_quickly: for packages that are only to be tried on this machine, llama.cpp is taken from its environment, and what
# cross-compiling and lintian need is left out. What it keeps lies apart from what whole packages are made from.
quick=
build_quickly() {
    quick=yes
    prepare_environment runtime
    building=$cache/deb-quick
    tools=$building/tools
    build_system=(
        build-essential debhelper python3-dev python3-setuptools python3-wheel python3-numpy python3-miniupnpc libgmp-dev libgomp1
    )
}

# in_system TITLE RELEASE COMMAND...: a step in a build system.
in_system() {
    local title=$1 system
    system=$(system_of "$2")
    shift 2
    step "$title" bash -c 'inside "$@"' inside "$system" "$@"
}

system_of() { printf '%s\n' "$building/system-$1-$(printf '%s\n' "${suites[$1]}" "${build_system[@]}" | hash_of)"; }

# prepare_building: check the machine, install what is missing on it, take the lock.
prepare_building() {
    [[ $(dpkg --print-architecture 2>/dev/null) == amd64 ]] || die "Packages are built on amd64, on Debian or a relative of it."
    ((EUID == 0)) || die "The build systems can be made by root only: sudo scripts/deb"
    install_packages debootstrap python3-venv
    mkdir -p -- "$building" || die "$building cannot be written: set XDG_CACHE_HOME to a directory that can."
    if ! mkdir -p -- "$output" || [[ ! -w $output ]]; then die "$output cannot be written: name another place with --output."; fi
    output=$(cd -- "$output" && pwd -P)
    [[ -n $mirror ]] || mirror=$(archive_mirror)
    [[ -n $mirror ]] || die "This machine's apt knows no Debian archive: name one with --mirror URL."
    if [[ -n ${DEBEMAIL:-} && ($DEBEMAIL != ?*@?* || ${DEBFULLNAME:-}$DEBEMAIL == *[\<\>[:cntrl:]]*) ]]; then
        die "DEBFULLNAME is a name and DEBEMAIL an address, such as someone@example.org: not \"${DEBFULLNAME:-}\" and \"$DEBEMAIL\"."
    fi
    [[ -n $version ]] || version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$root/edge_agent/__init__.py")
    : >"$log"
    exec 8<"$building"
    flock -n 8 || die "Another scripts/deb is running on this machine; start again when it has ended."
    make_tools
    if [[ -n $fresh ]]; then rm -rf -- "$building"/system-*; fi
}

# make_tools: pip, uv and what packages are built with, in an environment of their own.
make_tools() {
    local key
    key=$(cat -- "$requirements"/{build,lock}.txt | hash_of)
    [[ $(cat -- "$tools/stamp" 2>/dev/null) == "$key" ]] && return
    rm -rf -- "$tools"
    step "Tools" python3 -m venv "$tools"
    step "Tools: packages" "$tools/bin/python" -m pip install --no-build-isolation --require-hashes -r "$requirements/build.txt"
    step "Tools: uv" "$tools/bin/python" -m pip install --require-hashes -r "$requirements/lock.txt"
    printf '%s\n' "$key" >"$tools/stamp"
}

# make_system RELEASE: the build system of a release.
make_system() {
    local system
    system=$(system_of "$1")
    [[ -d $system ]] && return
    rm -rf -- "$building/system-$1-"* "$building/new-system"
    # What it mounts goes with it, also when it is stopped.
    step "Build system $1" unshare --mount --propagation private debootstrap --variant=minbase "${suites[$1]}" "$building/new-system" "$mirror"
    step "Build system $1: compilers" bash -c 'inside "$@"' inside "$building/new-system" sh -ec '
        case " $* " in *-arm64\ *) dpkg --add-architecture arm64 ;; esac
        apt-get update
        apt-get install -y --no-install-recommends "$@"
        apt-get clean' install "${build_system[@]}"
    mv -T -- "$building/new-system" "$system"
}

# requirement NAME: a package's lines of the pinned requirements, with its hashes.
requirement() { awk -v name="$1==" 'index($0, name) == 1 { on = 1 } on { print } on && !/\\$/ { exit }' "$requirements/runtime.txt"; }

# requirements_without NAME...: the pinned requirements but those of the packages named.
requirements_without() {
    local names
    names=$(printf '%s|' "$@")
    awk -v names="^(${names%|})==" '/^[^ ]/ { off = $0 ~ names } !off' "$requirements/runtime.txt"
}

# fetch_source NAME REQUIREMENTS: a package's source, unpacked into $building/NAME-KEY, checked by its hash; the place is
# left in $source_place.
source_place=
fetch_source() {
    local name=$1 requirements_file=$2
    source_place=$building/source-$name-$(hash_of <"$requirements_file")
    [[ -d $source_place ]] && return
    make_work
    rm -rf -- "$work/source" "$building/new-source"
    mkdir -p -- "$work/source/unpacked"
    step "$name: source" "$tools/bin/python" -m pip download --no-deps --no-binary :all: --no-build-isolation --require-hashes \
        --no-cache-dir -d "$work/source" -r "$requirements_file"
    step "$name: unpacking" tar -xzf "$(compgen -G "$work/source/*.tar.gz")" -C "$work/source/unpacked" --strip-components 1 --no-same-owner
    if ! { mv -T -- "$work/source/unpacked" "$building/new-source" && mv -T -- "$building/new-source" "$source_place"; }; then
        die "$building cannot be written."
    fi
}

# make_llama ARCH: llama.cpp with its Python module; the place is left in $llama_place.
llama_place=
make_llama() {
    local arch=$1 system key flags=("${llama_cpu_flags[@]}")
    if [[ -n $quick ]]; then
        take_llama
        return
    fi
    fetch_source llama-cpp-python "$requirements/llama.txt"
    key=$(printf '%s\n' "$oldest" "$source_place" "${flags[@]}" "$llama_left_out" | hash_of)
    llama_place=$building/llama-$arch-$key
    [[ -d $llama_place ]] && return
    make_system "$oldest"
    system=$(system_of "$oldest")
    # What was compiled before an interruption is taken up again.
    if [[ ! -d $system/build/llama-$key ]]; then
        mkdir -p -- "$system/build/llama-$key.new" &&
            cp -a -- "$source_place/." "$system/build/llama-$key.new" &&
            sed -i -E "/ggml_add_cpu_backend_variant\\(($llama_left_out) /d" "$system/build/llama-$key.new/vendor/llama.cpp/ggml/src/CMakeLists.txt" &&
            mv -T -- "$system/build/llama-$key.new" "$system/build/llama-$key"
        [[ -d $system/build/llama-$key ]] || fail_step "llama.cpp for $arch: its source"
    fi
    if [[ $arch != amd64 ]]; then
        flags+=(-DCMAKE_SYSTEM_NAME=Linux "-DCMAKE_SYSTEM_PROCESSOR=${triplets[$arch]%%-*}"
            "-DCMAKE_C_COMPILER=${triplets[$arch]}-gcc" "-DCMAKE_CXX_COMPILER=${triplets[$arch]}-g++")
    fi
    in_system "llama.cpp for $arch: configuring" "$oldest" cmake -G Ninja -S "/build/llama-$key/vendor/llama.cpp" \
        -B "/build/llama-$key/$arch" "${flags[@]}"
    in_system "llama.cpp for $arch: building, once (many minutes)" "$oldest" nice -n 5 ninja -C "/build/llama-$key/$arch" \
        -j "${JOBS:-$(parallel_jobs)}" llama
    rm -rf -- "$building/new-llama"
    keep_llama "$system/build/llama-$key" "$arch" "$building/new-llama" || fail_step "llama.cpp for $arch: keeping it"
    rm -rf -- "$building/llama-$arch-"*
    mv -T -- "$building/new-llama" "$llama_place"
    rm -rf -- "$system/build/llama-$key/$arch"
}

# take_llama: the llama.cpp of this machine's environment; the place is left in $llama_place.
take_llama() {
    local modules
    modules=$("$python" -I -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    llama_place=$building/llama-$(stamp_of runtime)
    [[ -d $llama_place ]] && return
    rm -rf -- "$building"/llama-* "$building/new-llama"
    mkdir -p -- "$building/new-llama"
    cp -a -- "$modules"/llama_cpp "$modules"/llama_cpp_python-*.dist-info "$building/new-llama/" || fail_step "llama.cpp of $venv"
    find "$building/new-llama" -name __pycache__ -prune -exec rm -rf -- {} +
    mv -T -- "$building/new-llama" "$llama_place"
}

# keep_llama SOURCE ARCH DESTINATION: the Python module with its libraries, and what it says of its licence.
keep_llama() {
    local source=$1 module=$3/llama_cpp about=$3/llama_cpp_python.dist-info
    mkdir -p -- "$module/lib" "$about/licenses" &&
        cp -- "$source"/llama_cpp/*.py "$module/" &&
        rm -f -- "$module"/{llava,mtmd}_cpp.py &&
        cp -a -- "$source/$2"/bin/lib*.so* "$module/lib/" &&
        cp -- "$source/LICENSE.md" "$about/licenses/LICENSE-llama-cpp-python" &&
        cp -- "$source/vendor/llama.cpp/LICENSE" "$about/licenses/LICENSE-llama.cpp" &&
        printf 'Name: llama-cpp-python\nVersion: %s\nLicense: MIT\n' "$(sed -n 's/^Version: //p;T;q' "$source/PKG-INFO")" >"$about/METADATA" &&
        printf 'llama_cpp/__init__.py,,\n' >"$about/RECORD"
}

# make_site RELEASE ARCH: all Python packages for a release and architecture, in one directory; the place is left in
# $site_place.
site_place=
make_site() {
    local release=$1 arch=$2 package key options=()
    make_llama "$arch"
    key=$(
        {
            printf '%s\n' "$llama_place" "${unneeded[@]}" "${compiled[@]}"
            cat -- "$requirements"/{build,runtime}.txt "$root/scripts/lib/packages.sh"
        } | hash_of
    )
    site_place=$building/site-$release-$arch-$key
    [[ -d $site_place ]] && return
    make_work
    rm -rf -- "$building/new-site"
    requirements_without "${unneeded[@]}" "${compiled[@]}" >"$work/site.txt"
    # Some pure Python packages come as source only; nothing else is compiled on this machine.
    for package in python-baseconv sdnotify varint; do options+=(--no-binary "$package"); done
    step "$release $arch: Python packages" "$tools/bin/uv" pip install --quiet --python "$tools" --target "$building/new-site" \
        --python-version "${pythons[$release]}" --python-platform "${triplets[$arch]%%-*}-manylinux_${glibcs[$release]}" \
        --no-deps --require-hashes --no-build-isolation --only-binary :all: "${options[@]}" --link-mode copy -r "$work/site.txt"
    for package in "${compiled[@]}"; do compile_package "$release" "$arch" "$package"; done
    cp -a -- "$llama_place/." "$building/new-site/"
    rm -rf -- "$building/site-$release-$arch-"* && mv -T -- "$building/new-site" "$site_place"
}

# compile_package RELEASE ARCH NAME: a package with compiled modules, from source, into the new site.
compile_package() {
    local release=$1 arch=$2 name=$3 system wheel cross=()
    make_system "$release"
    system=$(system_of "$release")
    make_work
    requirement "$name" >"$work/$name.txt"
    fetch_source "$name" "$work/$name.txt"
    rm -rf -- "$system/build/$name"
    mkdir -p -- "$system/build"
    cp -a -- "$source_place" "$system/build/$name"
    if [[ $arch != amd64 ]]; then
        cross=("CC=${triplets[$arch]}-gcc" "LDSHARED=${triplets[$arch]}-gcc -shared" "_PYTHON_HOST_PLATFORM=linux-${triplets[$arch]%%-*}"
            "_PYTHON_SYSCONFIGDATA_NAME=_sysconfigdata__${triplets[$arch]}")
    fi
    in_system "$release $arch: $name" "$release" env -C "/build/$name" "${cross[@]}" python3 setup.py --quiet bdist_wheel
    wheel=$(compgen -G "$system/build/$name/dist/*.whl") || fail_step "$release $arch: $name"
    python3 -m zipfile -e "$wheel" "$building/new-site" || fail_step "$release $arch: $name"
}

package_name() { printf 'swarm-agent_%s+%s_%s.deb\n' "$version" "$1" "$2"; }

# build_package RELEASE ARCH: one package, checked by lintian, into $output.
build_package() {
    local release=$1 arch=$2 system native target name
    name=$(package_name "$release" "$arch")
    make_system "$release"
    make_site "$release" amd64
    native=$site_place
    make_site "$release" "$arch"
    target=$site_place
    system=$(system_of "$release")
    rm -rf -- "$system/build/package"
    mkdir -p -- "$system/build/package/swarm-agent"
    lay_out "$system/build/package/swarm-agent" "$release" "$native" "$target" || fail_step "$name: laying out"
    in_system "$name" "$release" env -C /build/package/swarm-agent dpkg-buildpackage --build=binary --no-sign --no-check-builddeps \
        "--host-arch=$arch"
    [[ -n $quick ]] || in_system "$name: lintian" "$release" lintian --allow-root --no-cfg --fail-on error,warning "/build/package/$name"
    mv -- "$system/build/package/$name" "$output/" || die "$output cannot be written."
    rm -rf -- "$system/build/package"
}

# lay_out DIRECTORY RELEASE NATIVE TARGET: the source tree of the package.
lay_out() {
    cp -a -- "$root"/{packaging,systemd,docs,README.md,CHANGELOG.md,LICENSE} "$1/" &&
        cp -a -- "$packaging/debian" "$1/debian" &&
        tar -C "$root" --exclude=__pycache__ -c edge_agent | tar -x -C "$1" &&
        cp -a -- "$4" "$1/site" &&
        cp -a -- "$3" "$1/native" &&
        sed -i "1s/^swarm-agent ([^)]*) [a-z]*/swarm-agent ($version+$2) ${suites[$2]}/" "$1/debian/changelog" &&
        set_maintainer "$1/debian" &&
        chown -R 0:0 "$1"
}

# set_maintainer DEBIAN: who builds for others names themselves, as for Debian's own tools, by DEBFULLNAME and DEBEMAIL. Without
# these it is nobody's address, of a domain that is reserved for examples.
set_maintainer() {
    [[ -n ${DEBEMAIL:-} ]] || return 0
    MAINTAINER="${DEBFULLNAME:-swarm-agent developers} <$DEBEMAIL>" perl -pi -e \
        's/^Maintainer: \K.*/$ENV{MAINTAINER}/; s/^ -- \K.*>(?=  )/$ENV{MAINTAINER}/' -- "$1/control" "$1/changelog"
}

# describe PACKAGE: its name and sizes.
describe() {
    say "$(printf '%-48s %5.1f MB, installed %4d MB' "$(basename -- "$1")" "$(($(stat -c %s -- "$1") / 100000))e-1" \
        "$(($(dpkg-deb -f "$1" Installed-Size) / 1000))")"
}
