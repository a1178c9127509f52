# shellcheck shell=bash
# One function a verb.

usage() {
  cat >&2 <<'TEXT'
usage: ./build.sh VERB

  demo [--keep]   two hosts, a path of 100 ms, a server: the whole thread, printed step by step
  demo-fleet [--keep] [--hosts N]
                  one server, 6 real agents, 4 on emulated Windows, 500 simulated: a good revision and a harmful one, in rings
  test [--quick | --only PART… [--class NAME…]]
                  every test; --quick: without privileges and daemons, before a commit; --only: these parts with their set-up (docs/testing.md)
  e2e             the parts of the tests that start the real programs: console fleet lab wine
  fuzz [--seed N] every case of the tests that draw at random, of which a test run draws a sample
  fuzz --list | --target NAME|all [--executions N] [--minutes N] [--seed N] [--input LINE]
                  inputs for one parser of foreign input, or for each, guided by the branches that they reach; as in docs/reliability.md
  mutate [NAME…]  changes the evaluator, the planner or the journal in small ways, and lists the changes that no test notices
  chaos [OPTIONS] kills, partitions, full disks and torn writes, by seeds, over real servers and agents; a checker looks for what is lost;
                  options as in docs/reliability.md
  chaos --mutants [NAME…]
                  plants known bugs in copies of the source, and succeeds when the schedules find each
  soak [--minutes N] [--long] [--write docs/reliability.md]
                  eight hours of work in twelve minutes: memory, descriptors, threads and logs of agent and server must not grow;
                  options as in docs/reliability.md
  cluster [--only FAULT]…
                  three machines with PostgreSQL, Patroni and etcd, two servers, proxies: kills and partitions each part while it is
                  written to; options and faults as in docs/reliability.md
  snapshots       writes the files anew that follow from the code: OpenAPI, access matrix, schema of the CLI, event types
  lint            warnings as errors, formatting, shell scripts
  format          formats the C# (CSharpier, 140 columns)
  bench [OPTIONS] measures the product, compared with other programs of the same kind; options as in docs/benchmarks.md
  bench --peers [--only NAME…] [--minutes N] [--json FILE] [--write docs/comparison.md]
                  the agent beside networkd, NetworkManager, tuned, Puppet, Ansible, CFEngine, Zabbix and node_exporter, in one table
  simulate [N S]  N hosts (1000) over thirty days with seed S (9040): windows that hosts decide themselves beside the best ones
  calibrate [OPTIONS]
                  simulated rollouts judged by the server's own gate: false stops and missed harm; options as in docs/rollouts-gate.md
  swarm [OPTIONS] a server and 2,000 simulated hosts with the agent's real code, until Ctrl+C; options as in docs/swarm.md
  lab [--short] [--only NAME] [--seed N] [--out DIR] [--verify REPORT.json]
                  the figures of the sources measured again on emulated paths, as a report with plots in artifacts/lab/
  alike [N] [--seed N]
                  N experiments (40) with two identical arms: real daemons, real connections that lose packets; how many are stopped
  roots           the shipped agent in root directories of Debian 11, 12 and 13, and agent and server for arm64 under qemu
  pack [--sign KEY]
                  the native agent and the self-contained server for x64 and arm64 as tarball, deb and rpm, and for Windows as
                  installer and zip, in artifacts/pack/, with SHA256SUMS; --sign: signed with this key of gpg's
  sums [--sign KEY]
                  SHA256SUMS of artifacts/pack/ again, for example after ./build.sh image
  locks           every packages.lock.json anew, after a change of Directory.Packages.props
  image           the agent as a container image for Kubernetes, x64 and arm64, as OCI archives in artifacts/pack/
  image-test      the image's file system and deploy/kubernetes/ run as a pod would, against a real server
  quickstarts [--print]
                  every command of docs/quickstart-*.md, run as its reader would; --print shows what each prints
  install-test    the packages installed, upgraded, downgraded, removed and purged by the real dpkg and rpm, and the tarball by its page,
                  in roots of their own
  automation      the Ansible role, the Puppet module and the cloud-init file by the real tools, over copies of this machine's file system
TEXT
  exit 64
}

verb_demo() {
  packages iproute2
  sdk
  build tests/Lab Agent Server
  privileged artifacts/bin/Lab/release/iwtune-lab demo "$@"
}

verb_demo_fleet() {
  packages iproute2 procps dbus network-manager systemd radvd bird2
  sdk
  build tests/Lab tests/Swarm Agent Server
  privileged artifacts/bin/Lab/release/iwtune-lab demo-fleet "$@"
}

verb_lab() {
  packages iproute2 ethtool
  sdk
  build tests/Lab
  privileged artifacts/bin/Lab/release/iwtune-lab reproduce "$@"
}

verb_alike() {
  packages iproute2
  sdk
  build tests/Lab Agent
  privileged artifacts/bin/Lab/release/iwtune-lab alike "$@"
}

# Every file that follows from the code, the picture of the console in the README included. What changes shows in `git diff`.
verb_snapshots() {
  # shellcheck disable=SC2046 # lists of names
  packages $(part_packages console)
  sdk
  # shellcheck disable=SC2046
  build tests/Agent.Tests tests/Server.Tests $(part_projects console)
  local program
  for program in {Agent.Tests,Server.Tests,EndToEnd}; do
    IWTUNE_RENEW=1 "artifacts/bin/$program/release/IwTune.$program" --filter-trait Recorded=yes
  done
}

verb_calibrate() {
  sdk
  build tests/Calibration
  artifacts/bin/Calibration/release/iwtune-calibrate "$@"
}

# A server of its own on the loopback, and the swarm that belongs to it.
verb_swarm() {
  sdk
  build tests/Swarm Server
  (
    data=$(mktemp -d /tmp/iwtune-swarm-server.XXXXXX)
    server=
    trap '[ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null; rm -rf "$data"' EXIT
    trap : INT
    artifacts/bin/IwTune.Server/release/iwtune-server run --data "$data" --listen 127.0.0.1:17443 >"$data/log" 2>&1 &
    server=$!
    for _ in $(seq 100); do
      ! grep -q 'CA pin' "$data/log" || break
      kill -0 "$server" 2>/dev/null || die "the server ended: $(cat "$data/log")"
      sleep 0.2
    done
    cat "$data/log"
    token=$(artifacts/bin/IwTune.Server/release/iwtune-server token create --data "$data" --uses 100000 --json)
    api=$(artifacts/bin/IwTune.Server/release/iwtune-server token create --data "$data" --kind api --json)
    word() { sed -n 's/.*"'"$1"'": *"\([^"]*\)".*/\1/p' <<<"$2"; }
    printf '\nIWTUNE_SERVER=https://127.0.0.1:17443 IWTUNE_TOKEN=%s IWTUNE_CA_PIN=%s iwtune fleet …\n\n' "$(word token "$api")" "$(word caPin "$token")"
    artifacts/bin/Swarm/release/iwtune-swarm --server https://127.0.0.1:17443 --token "$(word token "$token")" --ca-pin "$(word caPin "$token")" \
      --api-token "$(word token "$api")" "$@"
  )
}

verb_format() {
  sdk
  quiet dotnet tool restore
  dotnet csharpier format .
}

verb_lint() {
  packages shellcheck
  sdk
  say "building with warnings as errors"
  quiet dotnet build IwTune.sln -v q -clp:NoSummary -warnaserror --no-incremental -p:RestoreLockedMode=true
  say "checking the format (./build.sh format writes it)"
  quiet dotnet tool restore
  dotnet csharpier check .
  audit
  say "checking the shell scripts"
  shellcheck --external-sources build.sh build/*.sh .ci/run deploy/packages/iwtune/{before-removal,service-state} deploy/packages/*/{postinst,prerm,postrm} tests/Install/systemctl
}

# verb_pack [--sign KEY]
verb_pack() {
  local version rid key
  key=$(signing_key "$@") || usage
  # shellcheck disable=SC2046 # lists of names
  packages wixl msitools zip python3 $(native_packages linux-x64) $(native_packages linux-arm64)
  sdk
  version=$(product_version)
  rm -rf artifacts/pack
  mkdir -p artifacts/pack
  publish_agent linux-x64
  agent_share artifacts/publish/agent/iwtune artifacts/publish/share
  publish_agent linux-arm64
  for rid in linux-x64 linux-arm64; do
    publish_server "$rid"
    pack_linux "$version" "$rid"
  done
  linux_packages "$version"
  pack_windows "$version"
  pack_windows_server "$version"
  sums "$key"
  ls -lh artifacts/pack/*
}

product_version() { sed -n 's:.*<Version>\(.*\)</Version>.*:\1:p' Directory.Build.props; }

# pack_linux VERSION RID: the tarballs of the agent and of the server.
pack_linux() {
  agent_tarball "$1" "$2" artifacts/pack
  server_tarball "$1" "$2" artifacts/pack
}

# agent_tarball VERSION RID TO: laid out as docs/linux-install.md describes it.
agent_tarball() {
  local version=$1 rid=$2 to=$3 published tree=artifacts/stage/tarball-iwtune-$2
  published=artifacts/publish/$(published_as agent "$rid")
  stage "$tree"
  cp -r "$published/iwtune" "$published/libexec" artifacts/publish/share LICENSE deploy/systemd/iwtune.service \
    deploy/iproute2/rt_protos.d/iwtune.conf "$tree/"
  put 755 deploy/packages/iwtune/service-state "$tree/libexec/iwtune/service-state"
  agent_rights "$tree/share"
  bill iwtune "$version" "$published.assets.json" "$tree"
  tarball "$tree" "$to/iwtune-$version-$rid.tar.gz"
}

# server_tarball VERSION RID TO: laid out as deploy/README.md describes it.
server_tarball() {
  local version=$1 rid=$2 to=$3 published tree=artifacts/stage/tarball-iwtune-server-$2
  published=artifacts/publish/$(published_as server "$rid")
  stage "$tree"
  cp -r "$published/." LICENSE deploy/systemd/iwtune-server.service deploy/packages/iwtune-server/iwtune-server.1 "$tree/"
  cp -r deploy/systemd/server-drop-ins "$tree/examples"
  bill iwtune-server "$version" "$published.deps.json" "$tree"
  tarball "$tree" "$to/iwtune-server-$version-$rid.tar.gz"
}

# agent_share IWTUNE DIRECTORY: what the agent says of itself to man and to shells, laid out as below /usr/share.
agent_share() {
  local iwtune=$1 share=$2
  say "manual pages and completions"
  rm -rf "$share"
  mkdir -p "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d"
  quiet env SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)" "$iwtune" man --to "$share/man/man1"
  "$iwtune" completion bash >"$share/bash-completion/completions/iwtune"
  "$iwtune" completion zsh >"$share/zsh/site-functions/_iwtune"
  "$iwtune" completion fish >"$share/fish/vendor_completions.d/iwtune.fish"
}
