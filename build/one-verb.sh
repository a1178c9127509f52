# shellcheck shell=bash
# One verb at a time in a checkout: two would write the same files of artifacts/obj and artifacts/stage.

# one_verb VERB: takes the checkout until this script ends. artifacts/verb has the process, its start and its verb. A lock on the file alone
# would not do: compilers that outlive a verb would inherit it.
one_verb() {
  local process='' started='' verb=''
  mkdir -p artifacts
  {
    flock 9
    [ ! -s artifacts/verb ] || read -r process started verb <artifacts/verb
    # A page that image-test runs has a verb among its commands: the verb that waits for it holds the checkout for both.
    if [ "$process" = "${IWTUNE_VERB:-none}" ]; then return; fi
    if [ -n "$started" ] && [ "$started" = "$(started_at "$process")" ]; then
      die "'./build.sh $verb' (process $process) is running in this checkout, and both would write to artifacts/." \
        "Wait until it ends, or use a checkout of its own: git worktree add ../iwtune-2"
    fi
    printf '%s %s %s\n' $$ "$(started_at $$)" "$1" >artifacts/verb
    export IWTUNE_VERB=$$
  } 9>>artifacts/verb.lock
}

# started_at PROCESS: in the kernel's ticks, so that a number that is given out again is another process.
started_at() { awk '{ sub(/^.*\) /, ""); print $20 }' "/proc/$1/stat" 2>/dev/null || true; }
