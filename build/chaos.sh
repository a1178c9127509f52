# shellcheck shell=bash
# ./build.sh chaos: whether anything is lost when everything fails.

# verb_chaos [OPTIONS] | --mutants [NAME…]
verb_chaos() {
  packages iproute2 strace sqlite3 procps faketime
  sdk
  if [ "${1-}" = --mutants ]; then
    chaos_mutants "${@:2}"
    return
  fi
  build tests/Chaos Agent Server
  chaos artifacts/bin/Chaos/release/iwtune-chaos "$@"
}

# chaos PROGRAM OPTION…: with mounts of its own, which end with it even if it is killed.
chaos() { privileged unshare --mount --propagation slave "$@"; }

# Plants each bug of tests/Chaos/Mutants in a copy of the source, and succeeds when the schedules find every one of them.
chaos_mutants() {
  local names=("$@") name missed=()
  if [ $# -eq 0 ]; then mapfile -t names < <(basename -s .patch tests/Chaos/Mutants/*.patch); fi
  for name in "${names[@]}"; do
    [ -f "tests/Chaos/Mutants/$name.patch" ] || die "there is no bug $name in tests/Chaos/Mutants"
    chaos_mutant "$name" || missed+=("$name")
  done
  printf '%d bugs planted, %d found\n' "${#names[@]}" $((${#names[@]} - ${#missed[@]}))
  [ ${#missed[@]} -eq 0 ] || die "not found: ${missed[*]}"
}

chaos_mutant() {
  local name=$1 root=$PWD copy target
  copy=$(mktemp -d /tmp/iwtune-mutant.XXXXXX)
  say "planting $name: $(head -1 "tests/Chaos/Mutants/$name.patch")"
  git ls-files -z | xargs -0 cp --parents -t "$copy"
  (
    cd "$copy"
    git apply "$root/tests/Chaos/Mutants/$name.patch" || die "the source has changed where $name is planted: make its patch anew"
    for target in tests/Chaos Agent Server; do
      quiet dotnet build "$target" -c Release -v q -clp:NoSummary -p:RunAnalyzers=false "${compiler[@]}" || die "$name does not build"
    done
  ) || { rm -rf "$copy"; exit 1; }
  # The native agent starts in a tenth of the time, and it is the same where the bug is the server's.
  if [ -d artifacts/publish/agent ] && ! grep -qE '^[+][+][+] b/(Agent|Shared)/' "tests/Chaos/Mutants/$name.patch"; then
    mkdir -p "$copy/artifacts/publish" && cp -r artifacts/publish/agent "$copy/artifacts/publish"
  fi
  if chaos "$copy/artifacts/bin/Chaos/release/iwtune-chaos" --seeds 40 --until-found --out "$copy/artifacts/chaos" >"$copy/found.txt"; then
    printf '%s: NOT found\n' "$name"
    rm -rf "$copy"
    return 1
  fi
  printf '%s: found\n%s\n' "$name" "$(grep -m 1 FOUND "$copy/found.txt" | cut -c 1-300)"
  rm -rf "$copy"
}
