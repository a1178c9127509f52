# shellcheck shell=bash
# ./build.sh mutate: Stryker changes the source in small ways and looks whether a test fails.

# verb_mutate [NAME…]: those of build/mutation; all of them without a name. The report is artifacts/mutation/NAME/reports/mutation-report.html.
verb_mutate() {
  local name names=("$@")
  [ $# -gt 0 ] || names=(evaluator planner journal)
  sdk
  quiet dotnet tool restore || die "the tools of .config/dotnet-tools.json could not be restored"
  for name in "${names[@]}"; do
    case $name in
      evaluator) mutate "$name" tests/Shared.Tests "Compliance/*Tests*.cs" ;;
      planner) mutate "$name" tests/Agent.Tests "Engine/Plan*.cs;Engine/ReconcilerTests.cs;Engine/ResolverTests.cs" ;;
      journal) mutate "$name" tests/Agent.Tests "Engine/JournalTests.cs;Engine/CrashTests.cs;Engine/ReconcilerTests.cs;Engine/CommitConfirmTests.cs" ;;
      *) die "nothing of the name $name is mutated: give one of evaluator, planner, journal" ;;
    esac
  done
}

# mutate NAME PROJECT TESTS: these tests of the project alone are built, because every mutant runs all there are.
mutate() {
  local name=$1 project=$2 tests=$3 root=$PWD
  say "mutating the $name"
  rm -rf "artifacts/mutation/$name"
  (cd "$project" && IWTUNE_TESTS=$tests IWTUNE_TEST_QUICK=1 dotnet stryker --skip-version-check -f "$root/build/mutation/$name.json" -O "$root/artifacts/mutation/$name") ||
    die "Stryker ended with an error; artifacts/mutation/$name has what it wrote"
}
