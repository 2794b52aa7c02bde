# shellcheck shell=bash
# Fetches a model beside the building of the environment.
#
# Sourced after environment.sh; gives start_fetching, finish_fetching and best_model.

fetching=

# start_fetching MODEL: for prepare_environment's MEANWHILE. Nothing is started where the file is there already.
start_fetching() {
    "$python" -m edge_agent.cli model path "$1" >/dev/null 2>&1 && return
    fetching=$1
    background "$python" -m edge_agent.cli model pull "$1"
}

# finish_fetching: wait until the model is there.
finish_fetching() {
    [[ -n $fetching ]] || return 0
    finish_background "Model $fetching" || die "The model could not be fetched. Running this again goes on from here."
}

# best_model: the name of the best model for this machine's memory.
best_model() {
    "$python" -c 'from edge_agent.hardware import detect_hardware
from edge_agent.models.catalogue import best_for
print(best_for(detect_hardware().memory).name)'
}
