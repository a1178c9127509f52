# shellcheck shell=bash
# ./build.sh chaos: whether anything is lost when everything fails.

# verb_chaos [OPTIONS] | --mutants [NAME…]
verb_chaos() {
  packages iproute2 strace sqlite3 procps faketime postgresql
  sdk
  if [ "${1-}" = --mutants ]; then
    chaos_mutants "${@:2}"
    return
  fi
  build tests/Chaos Server
  chaos artifacts/bin/Chaos/release/iwtune-chaos "$@"
}

# chaos PROGRAM OPTION…: with mounts of its own, which end with it even if it is killed.
chaos() { privileged unshare --mount --propagation slave "$@"; }

# Plants each bug of tests/Chaos/Mutants in a copy of the source, and succeeds when the schedules find every one of them.
chaos_mutants() {
  local names=("$@") name missed=() copy
  if [ $# -eq 0 ]; then mapfile -t names < <(basename -s .patch tests/Chaos/Mutants/*.patch); fi
  for name in "${names[@]}"; do
    [ -f "tests/Chaos/Mutants/$name.patch" ] || die "there is no bug $name in tests/Chaos/Mutants"
  done
  # shellcheck disable=SC2046 # a list of names
  packages $(native_packages linux-x64)
  copy=$(mktemp -d /tmp/iwtune-mutants.XXXXXX)
  git ls-files -z | xargs -0 cp --parents -t "$copy"
  if [ -d artifacts/publish/agent/libexec ]; then
    mkdir -p "$copy/artifacts/publish"
    cp -r artifacts/publish/agent "$copy/artifacts/publish"
  fi
  for name in "${names[@]}"; do
    chaos_mutant "$copy" "$name" || missed+=("$name")
  done
  rm -rf "$copy"
  printf '%d bugs planted, %d found\n' "${#names[@]}" $((${#names[@]} - ${#missed[@]}))
  [ ${#missed[@]} -eq 0 ] || die "not found: ${missed[*]}"
}

# chaos_mutant COPY NAME: a bug of the agent is compiled natively, because a schedule starts agents dozens of times.
chaos_mutant() {
  local copy=$1 name=$2 patch=$PWD/tests/Chaos/Mutants/$2.patch target found=1
  say "planting $name: $(head -1 "$patch")"
  (
    cd "$copy"
    git apply "$patch" || die "the source has changed where $name is planted: make its patch anew"
    for target in tests/Chaos Server; do
      compile "$target" -p:RunAnalyzers=false || die "$name does not build"
    done
    chaos_agent "$name" "$patch"
  ) || exit 1
  if chaos "$copy/artifacts/bin/Chaos/release/iwtune-chaos" --seeds 60 --until-found --out "$copy/artifacts/chaos" >"$copy/found.txt"; then
    printf '%s: NOT found\n' "$name"
  else
    printf '%s: found\n%s\n' "$name" "$(grep -aE '^[0-9]+/|FOUND' "$copy/found.txt" | grep -v 'nothing found' | cut -c 1-300 | head -2)"
    found=0
  fi
  (cd "$copy" && git apply -R "$patch")
  return $found
}

# chaos_agent NAME PATCH: publishes the agent, unless the one that is there already has the same source. A planted bug is in the daemon:
# the administrator's commands stay as they are.
chaos_agent() {
  local wanted=unchanged
  if grep -qE '^[+][+][+] b/(Agent|Shared)/' "$2"; then wanted=$1; fi
  [ -d artifacts/publish/agent/libexec ] || publish_agent
  if [ "$(cat artifacts/agent-has 2>/dev/null)" != "$wanted" ]; then
    publish_native linux-x64 artifacts/publish/agent -p:Tools=false
    echo "$wanted" >artifacts/agent-has
  fi
  # The build for the runtime, which is newer, would be taken otherwise.
  touch artifacts/publish/agent/iwtune
}
