# shellcheck shell=bash
# Other programs stand beside ours in the same run; one that is missing is named in the table.
verb_bench() {
  local programs=(iproute2 curl network-manager prometheus-node-exporter zabbix-agent2 tuned)
  case " $* " in
    *" --peers "*) programs+=(systemd dbus puppet-agent ansible-core cfengine3) ;;
    *) programs+=(postgresql) ;;
  esac
  # shellcheck disable=SC2046 # a list of names
  packages "${programs[@]}" $(native_packages linux-x64)
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
  build tests/SimulatedFleet
  artifacts/bin/SimulatedFleet/release/iwtune-simulated-fleet "$@"
}
