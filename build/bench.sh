# shellcheck shell=bash
# Other programs stand beside ours in the same run; one that is missing is named in the table.
verb_bench() {
  # shellcheck disable=SC2046 # a list of names
  packages iproute2 postgresql network-manager prometheus-node-exporter zabbix-agent2 tuned $(native_packages linux-x64)
  sdk
  build Server tests/Benchmarks
  publish_agent
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
