# shellcheck shell=bash
# ./build.sh soak: whether anything grows while everything works.

# verb_soak [OPTIONS]
verb_soak() {
  # shellcheck disable=SC2046 # a list of names
  packages iproute2 procps faketime $(native_packages linux-x64)
  sdk
  build tests/Soak tests/Swarm Server
  publish_agent
  privileged artifacts/bin/Soak/release/iwtune-soak "$@"
}
