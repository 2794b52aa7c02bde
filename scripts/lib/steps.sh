# shellcheck shell=bash
# Steps of a set-up: each runs quietly in a session of its own, tells its time in one line, and is stopped as a whole.
#
# Sourced. Needs $root; gives: say, die, step, try_step, fail_step, background, finish_background, stop_all, and $log, the
# file with everything that the steps print.

log=${root:?}/.setup.log
work=              # this run's directory for temporary files, made when first needed
sessions=()        # the sessions that were started and may still live
background_pid=
background_output=

say() { printf '%s\n' "$*"; }

die() {
    printf '%s\n' "$*" >&2
    exit 1
}

# make_work: a temporary directory, removed at the end; pip and the compiler put their files there too, so that being
# stopped leaves nothing behind. Not in /tmp, which is often in memory.
make_work() {
    [[ -n $work ]] && return
    work=$(mktemp -d "${TMPDIR:-/var/tmp}/swarm-agent-setup.XXXXXXXX") ||
        die "No temporary directory can be made in ${TMPDIR:-/var/tmp}."
}

# members SESSION: the processes of a session. Compilers run in process groups of their own, but in the same session.
members() {
    local stat rest state session pid
    for stat in /proc/[0-9]*/stat; do
        { read -r rest <"$stat"; } 2>/dev/null || continue
        pid=${rest%% *}
        rest=${rest##*) }
        read -r state _ _ session _ <<<"$rest"
        if [[ $session == "$1" && $state != [ZX] ]]; then printf '%s\n' "$pid"; fi
    done
}

# stop_session SESSION: ask its processes to end, and after five seconds make them.
stop_session() {
    local pids signal=TERM tries
    for tries in {1..60}; do
        mapfile -t pids < <(members "$1")
        ((${#pids[@]})) || return 0
        ((tries > 50)) && signal=KILL
        if ((tries == 1 || tries > 50)); then kill "-$signal" "${pids[@]}" 2>/dev/null; fi
        sleep 0.1
    done
}

# stop_all: end what was started and remove this run's temporary files. Safe to call twice.
stop_all() {
    local session
    for session in "${sessions[@]}"; do stop_session "$session"; done
    sessions=()
    if [[ -n $work ]]; then rm -rf -- "$work"; fi
    work=
}

trap 'stop_all' EXIT
trap 'printf "\nStopped. The next run goes on from here.\n" >&2; exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

# start OUTPUT COMMAND...: start a command in its own session; its pid, which is also its session, is left in $started_pid.
started_pid=
start() {
    local output=$1
    shift
    TMPDIR=$work setsid -- "$@" >>"$output" 2>&1 </dev/null 7<&- 8<&- 9<&- &
    started_pid=$!
    sessions+=("$started_pid")
}

# ended SESSION: forget a session that has ended by itself.
ended() {
    local session kept=()
    for session in "${sessions[@]}"; do [[ $session == "$1" ]] || kept+=("$session"); done
    sessions=("${kept[@]}")
}

clock_of() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# last_words FILE: the last line a command has printed so far; where it tells "N of M MB", with a bar before it.
last_words() {
    local line filled
    line=$(tail -n 1 -- "$1" 2>/dev/null)
    if [[ $line =~ ([0-9]+)\ of\ ([1-9][0-9]*)\ MB ]]; then
        filled=$((10#${BASH_REMATCH[1]} * 20 / 10#${BASH_REMATCH[2]}))
        printf '[%.*s%.*s] ' "$filled" '####################' $((20 - filled)) '....................'
    fi
    printf '%s' "$line"
}

# show TITLE PID: wait for a process, telling the time on a terminal. Returns its exit code.
show() {
    local title=$1 pid=$2 since=$SECONDS code=0 line
    if [[ -t 1 ]]; then
        while kill -0 "$pid" 2>/dev/null; do
            line="$title ... $(clock_of $((SECONDS - since)))"
            if [[ -n $background_pid ]]; then line+="   $(last_words "$background_output")"; fi
            printf '\r\033[K%.*s' "$((${COLUMNS:-80} - 1))" "$line"
            sleep 0.2
        done
        printf '\r\033[K'
    fi
    printf '%s ... ' "$title"
    wait "$pid" || code=$?
    if ((code == 0)); then say "$(clock_of $((SECONDS - since)))"; else say "failed after $(clock_of $((SECONDS - since)))"; fi
    return "$code"
}

# try_step TITLE COMMAND...: run a command to its end; everything it prints goes to the log. Returns its exit code.
try_step() {
    local title=$1 code=0
    shift
    make_work
    printf '\n== %s: %s\n' "$title" "$*" >>"$log"
    start "$log" "$@"
    show "$title" "$started_pid" || code=$?
    ended "$started_pid"
    return "$code"
}

# fail_step TITLE: tell the end of the log and stop.
fail_step() {
    printf '\nThe last lines of %s:\n' "$log" >&2
    tail -n 15 -- "$log" | grep -v 'is ignored: it is neither a file nor a directory' | sed 's/^/    /' >&2
    die "Step \"$1\" failed; everything that was printed is in $log. Running this again goes on from here."
}

# step TITLE COMMAND...: run a command to its end, and stop with the end of the log if it fails.
step() { try_step "$@" || fail_step "$1"; }

# background COMMAND...: let a command run beside the steps that follow, until finish_background.
background() {
    make_work
    background_output=$work/background
    : >"$background_output"
    start "$background_output" "$@"
    background_pid=$started_pid
}

# finish_background TITLE: wait for the command in the background and show what it said, its progress left out. Returns its
# exit code.
finish_background() {
    local code=0
    [[ -n $background_pid ]] || return 0
    show "$1" "$background_pid" || code=$?
    ended "$background_pid"
    background_pid=
    cat -- "$background_output" >>"$log"
    grep -vE '[0-9] of [0-9]+ MB ' -- "$background_output" || true
    return "$code"
}
