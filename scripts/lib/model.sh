# shellcheck shell=bash
# Fetches a model, beside the building of the environment where that is going on.
#
# Sourced; gives what environment.sh gives, and fetch and finish_fetching.

# shellcheck source=scripts/lib/environment.sh
source "${root:?}/scripts/lib/environment.sh"

# fetch [--home DIR] [MODEL]: get a model, by default the best for this machine's memory, into where the home of that name
# keeps its models. Quick where it is here already. In the foreground, with its progress bar, unless the environment is still
# being made.
fetch() {
    local pull=("$python" -m edge_agent.cli model pull "$@")
    if ((preparing)); then
        background "${pull[@]}"
    else
        "${pull[@]}" || no_model "$?"
    fi
}

# finish_fetching: wait until the model is there.
finish_fetching() {
    finish_background "Model" || no_model "$?"
}

no_model() {
    (($1 != 130)) || exit 130
    die "The model could not be fetched. Running this again goes on from here."
}
