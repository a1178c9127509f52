# shellcheck shell=bash
# One function a verb.

usage() {
  cat >&2 <<'TEXT'
usage: ./build.sh VERB

  demo [--keep]   two hosts, a path of 100 ms, a server: the whole thread, printed step by step
  demo-fleet [--keep] [--hosts N]
                  one server, 6 real agents, 4 on emulated Windows, 500 simulated: a good revision and a harmful one, in rings
  test            every test
  e2e             only the end-to-end tests
  lint            warnings as errors, formatting, shell scripts
  bench           figures, beside other programs of the same kind
  simulate [N S]  N hosts (1000) over thirty days with seed S (9040): windows that hosts decide themselves beside the best ones
  swarm [OPTIONS] a server and 2,000 simulated hosts with the agent's real code, until Ctrl+C; options as in docs/swarm.md
  lab [--short] [--only NAME] [--seed N] [--out DIR] [--verify REPORT.json]
                  the figures of the sources measured again on emulated paths, as a report with plots in artifacts/lab/
  pack            the native agent and the self-contained server, the agent for Windows as installer and as zip, in artifacts/pack/
TEXT
  exit 64
}

verb_demo() {
  packages iproute2 libsqlite3-0
  sdk
  build tests/Lab Agent Server
  privileged artifacts/bin/Lab/debug/iwtune-lab demo "$@"
}

verb_demo_fleet() {
  packages iproute2 libsqlite3-0 procps dbus network-manager systemd radvd bird2
  sdk
  build tests/Lab tests/Swarm Agent Server
  privileged artifacts/bin/Lab/debug/iwtune-lab demo-fleet "$@"
}

verb_lab() {
  packages iproute2 ethtool
  sdk
  build tests/Lab
  privileged artifacts/bin/Lab/debug/iwtune-lab reproduce "$@"
}

# A server of its own on the loopback, and the swarm that belongs to it.
verb_swarm() {
  packages libsqlite3-0
  sdk
  build tests/Swarm Server
  (
    data=$(mktemp -d /tmp/iwtune-swarm-server.XXXXXX)
    server=
    trap '[ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null; rm -rf "$data"' EXIT
    trap : INT
    artifacts/bin/IwTune.Server/debug/iwtune-server run --data "$data" --listen 127.0.0.1:17443 >"$data/log" 2>&1 &
    server=$!
    for _ in $(seq 100); do
      ! grep -q 'CA pin' "$data/log" || break
      kill -0 "$server" 2>/dev/null || die "the server ended: $(cat "$data/log")"
      sleep 0.2
    done
    cat "$data/log"
    token=$(artifacts/bin/IwTune.Server/debug/iwtune-server token create --data "$data" --uses 100000 --json)
    api=$(artifacts/bin/IwTune.Server/debug/iwtune-server token create --data "$data" --kind api --json)
    word() { sed -n 's/.*"'"$1"'": *"\([^"]*\)".*/\1/p' <<<"$2"; }
    printf '\nIWTUNE_SERVER=https://127.0.0.1:17443 IWTUNE_TOKEN=%s IWTUNE_CA_PIN=%s iwtune fleet …\n\n' "$(word token "$api")" "$(word caPin "$token")"
    artifacts/bin/Swarm/debug/iwtune-swarm --server https://127.0.0.1:17443 --token "$(word token "$token")" --ca-pin "$(word caPin "$token")" \
      --api-token "$(word token "$api")" "$@"
  )
}

test_setup() {
  packages iproute2 libsqlite3-0 clang zlib1g-dev chromium ethtool strace procps dbus network-manager systemd dnsmasq-base radvd bird2 isc-dhcp-client
  # promtool judges the metrics and the alert rules; rsyslog takes what the server sends it.
  packages prometheus rsyslog rsyslog-gnutls openssl python3 curl
  # Two servers stand behind it, as deploy/nginx has it.
  packages nginx-light libnginx-mod-stream
  # The server's tests start a PostgreSQL of their own.
  packages postgresql
  packages mandoc groff-base zsh fish wixl msitools
  # The 64-bit Wine alone: neither a foreign architecture nor a display is needed.
  packages wine wine64
  # A real OpenID provider; each test has its own, with its own configuration, store and port.
  packages glewlwyd sqlite3 openssl
  # Debian's npm or the one that comes with another Node.js: it restores the accessibility rules.
  command -v npm >/dev/null || packages npm
  sdk
  build IwTune.sln
  publish_agent
  publish_for_wine
  publish_windows artifacts/publish/windows
}

verb_test() {
  test_setup
  run_tests --solution IwTune.sln "$@"
}

verb_e2e() {
  test_setup
  run_tests --project tests/EndToEnd "$@"
}

# run_tests ARGUMENT…: runs them and ends with one plain line, whatever the runner printed.
run_tests() {
  local log code=0 passed failed skipped
  log=$(mktemp)
  rm -f artifacts/windows-faults.txt
  # One project at a time: several tests measure milliseconds.
  privileged dotnet test --no-build --max-parallel-test-modules 1 --no-progress --no-ansi "$@" 2>&1 | tee "$log" || code=$?
  if [ "$*" = "--solution IwTune.sln" ]; then on_postgres 2>&1 | tee -a "$log" || code=$?; fi
  read -r passed failed skipped < <(awk '
    /^Test run summary/ { inside = 1 }
    inside && $1 == "succeeded:" { p += $2 } inside && $1 == "failed:" { f += $2 } inside && $1 == "skipped:" { s += $2 }
    END { print p + 0, f + 0, s + 0 }' "$log")
  # What every fault came to on every emulated Windows, when those tests were among them.
  if [ -f artifacts/windows-faults.txt ]; then printf '\n'; cat artifacts/windows-faults.txt; printf '\n'; fi
  not_covered
  # A crashed test process leaves no failed test behind, but an exit code.
  if [ "$code" -ne 0 ] && [ "$failed" -eq 0 ]; then echo "the test runner itself ended with $code"; fi
  if [ $((passed + failed)) -eq 0 ]; then code=1; fi
  # Once more and last, where also a log that was cut shows them: each with the first lines of its reason.
  if [ "$failed" -ne 0 ]; then grep -A 6 '^failed ' "$log" | cut -c 1-300 || true; fi
  rm -f "$log"
  echo "$passed passed, $failed failed, $skipped skipped"
  return "$code"
}

# The server's tests once more, on PostgreSQL: the classes that start a server or open a store, but for those that are about one database.
on_postgres() {
  local class filters=()
  while read -r class; do
    filters+=(--filter-class "*.$class")
  done < <(grep -rlE 'RunningServer|TestStore' --include='*Tests.cs' --include='*Properties.cs' tests/Server.Tests | sed 's:.*/::; s:\.cs$::' | sort -u)
  printf '\nthe server on PostgreSQL\n'
  # They wait more than they compute: more of them at a time than there are processors.
  privileged env IWTUNE_TEST_DATABASE=postgres artifacts/bin/Server.Tests/debug/IwTune.Server.Tests --no-progress --no-ansi --max-threads 6 \
    --filter-not-trait Store=file --filter-not-trait Store=both "${filters[@]}"
}

# The table of docs/windows-under-wine.md, so that nobody takes a green run for more than it is.
not_covered() {
  echo "not covered, because Wine lacks it:"
  awk -F ' *[|] *' '/^## / { inside = /What Wine cannot show/ } inside && /^[|] [^-]/ && $2 != "" { gsub(/`/, ""); print "  " $2 ": " $3 }' docs/windows-under-wine.md
}

verb_lint() {
  packages shellcheck
  sdk
  say "building with warnings as errors"
  quiet dotnet build IwTune.sln -v q -clp:NoSummary -warnaserror --no-incremental
  say "checking the format"
  dotnet format IwTune.sln --verify-no-changes --no-restore
  say "checking the shell scripts"
  shellcheck --external-sources build.sh build/*.sh .ci/run
}

verb_pack() {
  packages clang zlib1g-dev wixl msitools zip
  sdk
  local version
  version=$(sed -n 's:.*<Version>\(.*\)</Version>.*:\1:p' Directory.Build.props)
  publish_agent
  say "publishing the self-contained server"
  quiet dotnet publish Server -r linux-x64 --self-contained -p:PublishSingleFile=true -o artifacts/publish/server -v q -clp:NoSummary ||
    die "the server does not publish"
  mkdir -p artifacts/pack
  agent_share artifacts/publish/agent/iwtune artifacts/publish/share
  tar -czf "artifacts/pack/iwtune-$version-linux-x64.tar.gz" -C artifacts/publish/agent iwtune -C .. share -C ../../deploy/systemd iwtune.service -C ../iproute2/rt_protos.d iwtune.conf
  tar -czf "artifacts/pack/iwtune-server-$version-linux-x64.tar.gz" --exclude='*.pdb' --exclude='*.xml' -C artifacts/publish/server . -C ../../../deploy/systemd iwtune-server.service
  pack_windows "$version"
  ls -lh artifacts/pack/*
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
