# shellcheck shell=bash
# ./build.sh roots: the shipped agent where it was not built, in root directories of older and newer systems and of another architecture.

# The folders of artifacts/roots that tests/EndToEnd/Roots looks into; they are made once.
verb_roots() {
  # shellcheck disable=SC2046 # lists of names
  packages iproute2 curl debootstrap qemu-user-static $(native_packages linux-x64) $(native_packages linux-arm64)
  sdk
  takes_long
  build tests/EndToEnd Server
  publish_agent linux-x64
  publish_agent linux-arm64
  local suite
  for suite in bullseye bookworm trixie; do debian_root "$suite" "artifacts/roots/$suite" openssl; done
  arm64_root bullseye libc6 libgcc-s1 'libssl[0-9.]+(t64)?'
  publish_server linux-arm64
  arm64_root bookworm libc6 libgcc-s1 libssl3 'libstdc[+][+]6'
  arm64_server
  privileged env CI=true artifacts/bin/EndToEnd/release/IwTune.EndToEnd --filter-trait Roots=yes
}

# debian_root SUITE FOLDER PACKAGE,…: what every Debian has, and these packages; made once.
debian_root() {
  local suite=$1 root=$2
  [ ! -d "$root" ] || return 0
  say "making a root directory of Debian's $suite"
  rm -rf "$root.new"
  mkdir -p "${root%/*}"
  quiet as_root debootstrap --variant=minbase "--include=$3" "--keyring=$(debian_keys)" "$suite" "$root.new" "$(debian_mirror)" ||
    die "debootstrap makes no root directory of $suite"
  # Users of the root mount /dev; a program that reads every file below artifacts would never come to the end of /dev/zero.
  as_root find "$root.new/dev" -mindepth 1 -delete
  as_root mv "$root.new" "$root"
}

# arm64_root SUITE PACKAGE…: no program of it runs but ours, so the libraries that ours loads are enough.
arm64_root() {
  local root=artifacts/roots/$1-arm64
  unpack_debian "$1" arm64 "$root" "${@:2}" || die "the libraries of $1 for arm64 cannot be downloaded"
  mkdir -p "$root"/{dev,etc,proc,run,sys,tmp}
}

# arm64_server: the server for arm64 starts under qemu, makes its CA and its store, answers, and makes a token beside itself.
arm64_server() (
  say "starting the server for arm64 under qemu"
  data=$(mktemp -d /tmp/iwtune-arm64.XXXXXX)
  export DOTNET_BUNDLE_EXTRACT_BASE_DIR=$data/program
  program=(qemu-aarch64-static -L artifacts/roots/bookworm-arm64 artifacts/publish/server-linux-arm64/iwtune-server)
  "${program[@]}" run --data "$data/store" --listen 127.0.0.1:17445 >"$data/log" 2>&1 &
  server=$!
  trap '{ kill "$server" && wait "$server"; } 2>/dev/null || true; rm -rf "$data"' EXIT
  for _ in $(seq 150); do
    kill -0 "$server" 2>/dev/null || die "the server for arm64 ended: $(cat "$data/log")"
    [ "$(curl -sk --max-time 20 https://127.0.0.1:17445/healthz)" != alive ] || break
    sleep 2
  done
  "${program[@]}" token create --data "$data/store" | grep -q 'https://127.0.0.1:17445 --token iwte_' ||
    die "the server for arm64 makes no token: $(cat "$data/log")"
)
