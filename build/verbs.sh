# shellcheck shell=bash
# One function a verb.

verb_demo() {
  packages iproute2
  sdk
  build tests/Lab Server
  privileged artifacts/bin/Lab/release/iwtune-lab demo "$@"
}

verb_demo_fleet() {
  packages iproute2 procps dbus network-manager systemd radvd bird2
  sdk
  build tests/Lab tests/Swarm Server
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
  build tests/Lab
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
  takes_long
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
