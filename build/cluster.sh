# shellcheck shell=bash
# ./build.sh cluster: whether anything is lost when a machine of a cluster is.

# verb_cluster [--only FAULT]… [--out DIR]
verb_cluster() {
  packages iproute2 procps haproxy pgbouncer postgresql etcd-server patroni python3-etcd
  sdk
  build tests/Chaos Server
  chaos artifacts/bin/Chaos/release/iwtune-chaos cluster "$@"
}
