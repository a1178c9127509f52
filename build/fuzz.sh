# shellcheck shell=bash
# ./build.sh fuzz --target: inputs that are guided by what they reach.

# The instrumentation that ./build.sh fuzz --target uses. A tool, so that no project depends on it (docs/adr/0002-packages.md).
sharpfuzz_version=2.3.0

# fuzz_guided --list | --target NAME [OPTION…]: the options of iwtune-fuzz, as docs/reliability.md has them.
fuzz_guided() {
  sdk
  build tests/Fuzz
  fuzz_program
  artifacts/fuzz/program/iwtune-fuzz "$@"
}

# A copy of the program whose assemblies count the branches that they take. Without the tool it runs all the same, and says so.
fuzz_program() {
  local tool=artifacts/fuzz/tool program=artifacts/fuzz/program assembly
  rm -rf "$program"
  mkdir -p artifacts/fuzz
  cp -r artifacts/bin/Fuzz/release "$program"
  if ! [ -x "$tool/sharpfuzz" ] &&
    ! quiet dotnet tool install SharpFuzz.CommandLine --version "$sharpfuzz_version" --tool-path "$tool"; then
    say "SharpFuzz.CommandLine $sharpfuzz_version could not be installed: the run is not guided"
    return
  fi
  say "instrumenting"
  for assembly in IwTune.Shared iwtune iwtune-server YamlDotNet; do
    quiet "$tool/sharpfuzz" "$program/$assembly.dll" || die "$assembly.dll could not be instrumented"
  done
  cp "$(find "$tool/.store" -path '*/net10.0/any/SharpFuzz.Common.dll' | head -1)" "$program/"
}
