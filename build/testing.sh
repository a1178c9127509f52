# shellcheck shell=bash
# ./build.sh test, e2e and fuzz.

# verb_test [--quick | --only PART… [--class NAME…]]
verb_test() {
  local word option='' parts=() classes=()
  if [ "$*" = --quick ]; then
    test_quick
    return
  fi
  for word in "$@"; do
    case $option$word in
      *--only | *--class) option=$word ;;
      --only*) parts+=("$word") ;;
      --class*) classes+=(--class "$word") ;;
      *) usage ;;
    esac
  done
  # An option without names would run more than was asked for.
  if [ $# -gt 0 ] && [ ${#parts[@]} = 0 ]; then usage; fi
  if [ "$option" = --class ] && [ ${#classes[@]} = 0 ]; then usage; fi
  if [ $# = 0 ]; then mapfile -t parts < <(part_names); fi
  known "${parts[@]}"
  test_setup "${parts[@]}"
  run_tests privileged "${parts[@]}" "${classes[@]}"
}

known() {
  local part
  for part in "$@"; do
    part_names | grep -qx "$part" || die "there is no part $part; the parts are: $(part_names | paste -sd ' ')"
  done
}

verb_e2e() { verb_test --only console fleet lab wine; }

# What a contributor runs before each commit: neither privileges nor daemons.
test_quick() {
  begin_steps
  sdk
  analyze_product
  step build build tests/Runner tests/Shared.Tests tests/PowerShellModule.Tests tests/Agent.Tests tests/Server.Tests
  IWTUNE_TEST_QUICK=1 run_tests env shared powershell agent server --without Needs=daemon --without stores
}

# verb_fuzz [--seed N]: every case of what is drawn at random; a test run draws a sample. With --target: build/fuzz.sh.
verb_fuzz() {
  if [ "${1-}" = --target ] || [ "${1-}" = --list ]; then
    fuzz_guided "$@"
    return
  fi
  if [ $# = 2 ] && [ "$1" = --seed ]; then export IWTUNE_FUZZ_SEED=$2; elif [ $# != 0 ]; then usage; fi
  test_setup agent server
  export IWTUNE_FUZZ=all
  run_tests privileged agent server --with Cases=drawn
}

# test_setup PART…: everything these parts need on a machine that has the SDK alone.
test_setup() {
  local part name wanted targets publishing beside=''
  mapfile -t wanted < <(words part_packages "$@")
  mapfile -t targets < <(echo tests/Runner; words part_projects "$@")
  mapfile -t publishing < <(words part_publishes "$@")
  # Debian's npm or the one that comes with another Node.js: it restores the accessibility rules, and STIG Manager's reader.
  if [[ " $* " =~ " "(console|server|postgres)" " ]] && ! command -v npm >/dev/null; then wanted+=(npm); fi
  begin_steps
  sdk
  [ $# -lt "$(part_names | wc -l)" ] || targets=(IwTune.sln)
  analyze_product
  step packages,build at_once packages "${wanted[@]}" : build "${targets[@]}"
  # Alone in its folder of artifacts, so that it waits for nothing else, and nothing else for it.
  if [[ " ${publishing[*]} " == *" publish_with_powershell "* ]]; then publish_with_powershell & beside=$!; fi
  for name in "${publishing[@]}"; do
    [ "$name" = publish_with_powershell ] || step "$name" "$name"
  done
  [ -z "$beside" ] || wait "$beside"
  if [ -e artifacts/bin/IwTune.Server/release/iwtune-server.dll ]; then step compile_server_beforehand compile_server_beforehand; fi
}

# words FUNCTION PART…: the words that the function says for the parts, each once and in their order.
words() {
  local part
  for part in "${@:2}"; do "$1" "$part"; done | tr ' ' '\n' | awk 'NF && !seen[$0]++'
}

# run_tests HOW PART… [--class NAME]…: runs them, by `privileged` or as whoever called, and ends with one plain line.
run_tests() {
  local how=$1 arguments=()
  shift
  while [ $# -gt 0 ] && [[ $1 != --* ]]; do arguments+=(--part "$1") && shift; done
  rm -f artifacts/windows-faults.txt artifacts/windows-versions.txt
  not_covered >artifacts/not-covered.txt
  "$how" artifacts/bin/Runner/release/iwtune-tests "${arguments[@]}" "$@" --steps artifacts/test-steps.tsv \
    --note artifacts/windows-faults.txt --note artifacts/windows-versions.txt --note artifacts/not-covered.txt
}

# The table of docs/windows-under-wine.md, so that a green run does not claim more than it shows.
not_covered() {
  echo "not covered, because Wine lacks it:"
  awk -F ' *[|] *' '/^## / { inside = /Limits of Wine/ } inside && /^[|] [^-]/ && $2 != "not covered" { gsub(/`/, ""); print "  " $2 ": " $3 }' docs/windows-under-wine.md
}
