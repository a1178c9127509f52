# shellcheck shell=bash
# ./build.sh mutate: Stryker changes the source in small ways and looks whether a test fails.

# verb_mutate [NAME…]: those of build/mutation; all of them without a name. The report is artifacts/mutation/NAME/reports/mutation-report.html.
verb_mutate() {
  local name names=("$@")
  [ $# -gt 0 ] || names=(evaluator planner journal)
  sdk
  quiet dotnet tool restore || die "the tools of .config/dotnet-tools.json could not be restored"
  for name in "${names[@]}"; do
    [ -f "build/mutation/$name.json" ] || die "there is no build/mutation/$name.json: give one of evaluator, planner, journal"
    mutate "$name"
  done
}

# Tests that need privileges or daemons do not judge what has neither, and would run for each mutant.
mutate() {
  local name=$1 root=$PWD project=tests/Agent.Tests
  if grep -q IwTune.Shared "build/mutation/$name.json"; then project=tests/Shared.Tests; fi
  say "mutating the $name"
  rm -rf "artifacts/mutation/$name"
  (cd "$project" && IWTUNE_TEST_QUICK=1 dotnet stryker --skip-version-check -f "$root/build/mutation/$name.json" -O "$root/artifacts/mutation/$name") ||
    die "Stryker ended with an error; artifacts/mutation/$name has what it wrote"
}
