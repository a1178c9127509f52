# shellcheck shell=bash
# Other programs stand beside ours in the same run; one that is missing is named in the table.
verb_bench() {
  packages iproute2 clang zlib1g-dev postgresql
  sdk
  publish_agent
  say "building the server and the benchmarks"
  quiet dotnet build Server -c Release -v q -clp:NoSummary || die "the server does not build"
  quiet dotnet build tests/Benchmarks -c Release -v q -clp:NoSummary || die "the benchmarks do not build"
  # Ten thousand waiting agents are as many descriptors in each of two processes.
  ulimit -n "$(ulimit -Hn)" 2>/dev/null || true
  privileged artifacts/bin/Benchmarks/release/iwtune-bench "$@"
}

# Pure arithmetic: needs no privilege, and the same seed prints the same figures.
verb_simulate() {
  sdk
  quiet dotnet build tests/SimulatedFleet -c Release -v q -clp:NoSummary || die "the simulation does not build"
  artifacts/bin/SimulatedFleet/release/iwtune-simulated-fleet "$@"
}
