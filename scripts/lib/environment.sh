# shellcheck shell=bash
# Makes .venv: Debian packages, Python packages by hash, and llama.cpp built for this kind of machine.
#
# Sourced. Needs $root; gives what steps.sh gives, and prepare_environment and $python, the environment's Python.
#
# .venv holds a stamp for each part of the set-up that was finished: a hash of all that it was made from. A stamp that is
# missing or differs means that part is made anew, and the Python packages are made anew from nothing, because an install
# that was cut off may look whole to pip.

# shellcheck source=scripts/lib/steps.sh
source "${root:?}/scripts/lib/steps.sh"

requirements=$root/requirements
venv=$root/.venv
python=$venv/bin/python
cache=${XDG_CACHE_HOME:-~/.cache}/swarm-agent

# The Python that runs here must not pick up packages from elsewhere, nor pip write elsewhere.
unset PYTHONHOME PYTHONPATH
export PIP_USER=0 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_PROGRESS_BAR=off PIP_ROOT_USER_ACTION=ignore

# llama.cpp: the library alone, for every CPU of this kind instead of this very one. Compilers of Debian 12 make code that
# crashes on some new CPUs when they build for exactly those.
llama_flags=(-DGGML_NATIVE=OFF -DGGML_CCACHE=OFF -DLLAVA_BUILD=OFF)
llama_include=$root/scripts/lib/llama.cmake

# cpu_flags: what to leave out where the CPU lacks it. llama.cpp takes AVX2 and its companions for granted on x86-64; many
# small boxes have none, and llama.cpp would die there of an illegal instruction.
cpu_flags() {
    local flags name
    [[ $(uname -m) == x86_64 ]] || return 0
    flags=" $(sed -n 's/^flags[[:space:]]*: //p;T;q' /proc/cpuinfo) "
    for name in avx2 fma f16c bmi2; do
        if [[ $flags != *" $name "* ]]; then
            printf '%s\n' -DGGML_AVX=OFF -DGGML_AVX2=OFF -DGGML_FMA=OFF -DGGML_F16C=OFF -DGGML_BMI2=OFF
            break
        fi
    done
    [[ $flags == *" sse4_2 "* ]] || printf '%s\n' -DGGML_SSE42=OFF
}

hash_of() { sha256sum | cut -c 1-20; }

# identity PYTHON: version, place and machine of a Python; fails if it does not run or is too old.
identity() {
    "$1" -I -c 'import platform, sys
if sys.version_info < (3, 11): sys.exit(1)
print(*sys.version_info[:2], sys.base_prefix, platform.machine())' 2>/dev/null
}

# find_python: the Python to make the environment with. PYTHON= names another one.
find_python() {
    local name
    for name in ${PYTHON:+"$PYTHON"} python3 python3.13 python3.12 python3.11; do
        if identity "$name" >/dev/null; then
            command -v -- "$name"
            return
        fi
        [[ -z ${PYTHON:-} ]] || die "PYTHON=$PYTHON is no Python of version 3.11 or later."
    done
    die "Python 3.11 or later is needed: Debian 12 and later have it (sudo apt-get install python3)."
}

stamp_of() { cat -- "$venv/.stamp-$1" 2>/dev/null; }

set_stamp() { printf '%s\n' "$2" >"$venv/.stamp-$1"; }

# look: what the environment should be made from ($runtime_key, $dev_key, $project_key), given the Python that it has.
look() {
    local base
    base=$(identity "${PYTHON:-$python}") || base=none
    runtime_key=$(
        {
            printf '%s\n' "$base" "$root" "${llama_flags[@]}"
            cpu_flags
            cat -- "$requirements"/{build,runtime,llama}.txt "$llama_include"
        } | hash_of
    )
    dev_key=$({ printf '%s\n' "$runtime_key" && cat "$requirements/dev.txt"; } | hash_of)
    project_key=$({ printf '%s\n' "$runtime_key" && cat "$root/pyproject.toml"; } | hash_of)
}

# is_ready KIND: whether nothing is left to do.
is_ready() {
    look
    [[ $(stamp_of runtime) == "$runtime_key" && $(stamp_of project) == "$project_key" ]] &&
        [[ $1 == runtime || $(stamp_of dev) == "$dev_key" ]]
}

# The Debian packages of the lab: `ip` makes its networks.
# shellcheck disable=SC2034  # for those who source this
lab_packages=(iproute2)

# packages_for PYTHON: the Debian packages that the environment is made with. A Python that is not Debian's brings its own
# headers and venv.
packages_for() {
    printf '%s\n' g++ libgmp-dev
    if [[ $("$1" -I -c 'import sys; print(sys.base_prefix)') == /usr ]]; then printf '%s\n' python3-venv python3-dev; fi
}

# missing_packages PACKAGE...: those that are not installed.
missing_packages() {
    local package
    for package in "$@"; do
        # shellcheck disable=SC2016  # dpkg-query's own variables
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || printf '%s\n' "$package"
    done
}

# install_packages PACKAGE...: install those that are missing; without root say how.
install_packages() {
    local missing apt=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300) update=()
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0
    if ! command -v apt-get >/dev/null; then
        die "This script knows Debian's packages only. Install what they hold yourself: ${missing[*]}"
    fi
    if ((EUID != 0)); then
        die "Some Debian packages are missing. Install them and run this again:
    sudo apt-get install ${missing[*]}"
    fi
    local install=("${apt[@]}" install -y --no-install-recommends "${missing[@]}") title="Debian packages (${missing[*]})"
    compgen -G '/var/lib/apt/lists/*Packages*' >/dev/null || update=("${apt[@]}" update)
    if ((${#update[@]})); then step "Debian package lists" "${update[@]}"; fi
    try_step "$title" "${install[@]}" && return
    # Old package lists, or an installation that was cut off: mend both, and try once more.
    try_step "Debian packages: mending" env DEBIAN_FRONTEND=noninteractive dpkg --configure -a || true
    step "Debian package lists" "${apt[@]}" update
    step "$title" "${install[@]}"
}

pip_install=("$python" -m pip install --no-build-isolation --require-hashes)

# make_runtime KIND PYTHON: the environment from nothing, with all but llama.cpp.
make_runtime() {
    local lock=runtime
    [[ $1 == runtime ]] || lock=dev
    if [[ -e $venv ]]; then step "Removing the old or unfinished .venv" rm -rf -- "$venv"; fi
    step "Python environment ($("$2" -c 'import platform; print("Python", platform.python_version())'))" "$2" -m venv "$venv"
    step "Build tools" "${pip_install[@]}" -r "$requirements/build.txt"
    step "Python packages" "${pip_install[@]}" -r "$requirements/$lock.txt"
}

# parallel_jobs: as many compilers as there are cores, but none without about 1 GiB of free memory.
parallel_jobs() {
    local cores free
    cores=$(nproc)
    free=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo)
    if ((free < cores)); then cores=$((free > 0 ? free : 1)); fi
    printf '%s\n' "$cores"
}

# load_llama: whether the installed llama.cpp loads and runs on this machine.
load_llama() {
    "$python" -I -c 'import llama_cpp
llama_cpp.llama_backend_init()
print(llama_cpp.llama_print_system_info().decode())' >>"$log" 2>&1
}

# install_llama: llama.cpp into the environment: from the wheel of an earlier build, of this clone or another one, or built.
install_llama() {
    local flags wheels wheel key version
    mapfile -t flags < <(cpu_flags)
    flags=("${llama_flags[@]}" "${flags[@]}")
    version=$(sed -n 's/^llama-cpp-python==\([^ ]*\).*/\1/p' "$requirements/llama.txt")
    key=$(
        {
            printf '%s\n' "$(uname -m)" "$(getconf GNU_LIBC_VERSION)" "${flags[@]}"
            cat -- "$requirements/llama.txt" "$llama_include"
        } | hash_of
    )
    wheels=$cache/wheels/llama-cpp-python-$version-$key
    mkdir -p -- "$cache/wheels" || die "$cache cannot be written: set XDG_CACHE_HOME to a directory that can."
    exec 8<"$cache/wheels"
    if ! flock -n 8; then
        say "Another set-up on this machine builds llama.cpp; waiting for it."
        flock 8
    fi
    wheel=$(compgen -G "$wheels/*.whl" | head -n 1)
    if [[ -n $wheel ]]; then
        if try_step "llama.cpp (built earlier)" "$python" -m pip install --no-deps --no-index --force-reinstall "$wheel" && load_llama; then
            exec 8<&-
            return
        fi
        say "The llama.cpp that was built earlier does not work here; building it anew."
        rm -rf -- "$wheels"
    fi
    make_work
    mkdir -- "$work/wheels"
    # The copy's path has no space: CMAKE_ARGS is split at them.
    cp -- "$llama_include" "$work/llama.cmake"
    step "llama.cpp: building, once (some minutes)" env \
        "CMAKE_ARGS=${flags[*]} -DCMAKE_PROJECT_llama_cpp_INCLUDE=$work/llama.cmake" \
        "CMAKE_BUILD_PARALLEL_LEVEL=$(parallel_jobs)" nice -n 5 "$python" -m pip wheel --no-cache-dir --no-deps \
        --no-build-isolation --no-binary llama-cpp-python --require-hashes -r "$requirements/llama.txt" -w "$work/wheels"
    wheel=$(compgen -G "$work/wheels/*.whl" | head -n 1)
    step "llama.cpp: installing" "$python" -m pip install --no-deps --no-index --force-reinstall "$wheel"
    load_llama || fail_step "llama.cpp: loading"
    # Into the cache by a rename, so that what lies there is whole.
    rm -rf -- "$wheels" "$wheels.new"
    if ! { mkdir -- "$wheels.new" && mv -- "$wheel" "$wheels.new/" && mv -T -- "$wheels.new" "$wheels"; }; then
        say "The built llama.cpp could not be kept in $cache; another clone will build it again."
    fi
    exec 8<&-
}

# whether prepare_environment has anything to do; for those who source this
# shellcheck disable=SC2034
preparing=0

# prepare_environment KIND [MEANWHILE]: make the environment; KIND is runtime or dev (with the tools of scripts/test). MEANWHILE
# is called once all Python packages but llama.cpp are there, and may start something in the background.
prepare_environment() {
    local kind=$1 meanwhile=${2:-true} base packages
    if is_ready "$kind"; then
        "$meanwhile"
        return
    fi
    exec 9<"$requirements"
    if ! flock -n 9; then
        say "Another set-up of this directory is running; waiting for it."
        flock 9
    fi
    if is_ready "$kind"; then
        exec 9<&-
        "$meanwhile"
        return
    fi
    # shellcheck disable=SC2034
    preparing=1
    : >"$log"
    base=$(find_python) || exit 1
    if [[ $(stamp_of runtime) == "$runtime_key" ]]; then
        "$meanwhile"
    else
        mapfile -t packages < <(packages_for "$base")
        install_packages "${packages[@]}"
        make_runtime "$kind" "$base"
        "$meanwhile"
        install_llama
        look
        if [[ $kind == dev ]]; then set_stamp dev "$dev_key"; fi
        set_stamp runtime "$runtime_key"
    fi
    if [[ $kind == dev && $(stamp_of dev) != "$dev_key" ]]; then
        # Cut off from here on, the environment counts as unfinished.
        rm -f -- "$venv/.stamp-runtime" "$venv/.stamp-dev"
        step "Development tools" "${pip_install[@]}" -r "$requirements/dev.txt"
        set_stamp dev "$dev_key"
        set_stamp runtime "$runtime_key"
    fi
    if [[ $(stamp_of project) != "$project_key" ]]; then
        rm -rf -- "$venv"/lib/python*/site-packages/{swarm_agent-,__editable__}*
        step "swarm-agent" "$python" -m pip install --no-deps --no-index --no-build-isolation --editable "$root"
        set_stamp project "$project_key"
    fi
    exec 9<&-
}
