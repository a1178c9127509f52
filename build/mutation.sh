# shellcheck shell=bash
# ./build.sh mutate: Stryker changes the source in small ways and checks that a test fails.

# verb_mutate [NAME…]: the areas below; all of them without a name. The report is artifacts/mutation/NAME/reports/mutation-report.html.
verb_mutate() {
  local name names=("$@")
  [ $# -gt 0 ] || names=(evaluator planner journal)
  sdk
  quiet dotnet tool restore || die "the tools of .config/dotnet-tools.json could not be restored"
  for name in "${names[@]}"; do
    case $name in
      evaluator) mutate "$name" Shared "Compliance/*Tests*.cs" "Compliance/*.cs" ;;
      planner) mutate "$name" Agent "Engine/Plan*.cs;Engine/ObservingTests.cs;Engine/Standing/*Tests.cs;Engine/ReconcilerTests.cs;Engine/ResolverTests.cs" Engine/{Planner,Plan,Want}.cs ;;
      journal) mutate "$name" Agent "Engine/Journal*Tests.cs;Engine/LateRouteTests.cs;Engine/StoppedTests.cs;Engine/CrashTests.cs;Engine/ReconcilerTests.cs;Engine/CommitConfirmTests.cs" "Engine/History/Journal*.cs" ;;
      *) die "nothing of the name $name is mutated: give one of evaluator, planner, journal" ;;
    esac
  done
}

# mutate NAME PROJECT TESTS FILE…: only these tests of the project are built, because every mutant runs all there are.
mutate() {
  local name=$1 project=$2 tests=$3 root=$PWD file mutated=()
  for file in "${@:4}"; do mutated+=(--mutate "$file"); done
  say "mutating the $name"
  rm -rf "artifacts/mutation/$name"
  (cd "tests/$project.Tests" && IWTUNE_TESTS=$tests IWTUNE_TEST_QUICK=1 dotnet stryker --skip-version-check -f "$root/build/stryker.json" \
    --project "IwTune.$project.csproj" "${mutated[@]}" -O "$root/artifacts/mutation/$name") ||
    die "Stryker ended with an error; artifacts/mutation/$name has what it wrote"
}
