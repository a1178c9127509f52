# shellcheck shell=bash
# The commands of docs/quickstart-*.md, run as a reader would: on machines of their own, which are Debian roots in network namespaces.

verb_quickstarts() {
  # shellcheck disable=SC2046 # a list of names
  packages debootstrap binutils dpkg rpm python3 $(native_packages linux-x64) $(part_packages wine)
  sdk
  takes_long
  [ "$(id -u)" = 0 ] || die "packages are installed as root: run this as root"
  made=$PWD/artifacts/quickstarts
  build tests/EndToEnd Server
  publish_agent
  publish_server linux-x64
  publish_for_windows
  publish_for_wine
  agent_share artifacts/publish/agent/iwtune artifacts/publish/share
  debian_root bookworm "$made/base" systemd,iproute2,libssl3,libstdc++6,passwd,python3-minimal,python3-seccomp,curl,ca-certificates,openssl
  export deb_compression=-z1 rpm_compression=w0.gzdio
  package_agent "$(product_version)" amd64 artifacts/publish/agent artifacts/publish/share "$made/packages"
  package_server "$(product_version)" amd64 artifacts/publish/server "$made/packages"
  trap 'leave_machines; end_compiler' EXIT
  local page
  for page in linux server; do
    enter_machines
    python3 tests/Install/run_page.py "docs/quickstart-$page.md" "$@" "host=$(shell_of host)" "server=$(shell_of server)" ||
      die "docs/quickstart-$page.md does not do what it says"
    leave_machines
  done
  CI=true artifacts/bin/EndToEnd/release/IwTune.EndToEnd --filter-trait Quickstarts=yes
}

# enter_machines: a host at 192.0.2.10 and a server at 198.51.100.7, with a router between them.
enter_machines() {
  leave_machines
  ip netns add iwtune-page-router
  ip netns exec iwtune-page-router sysctl -qw net.ipv4.ip_forward=1
  machine host 192.0.2.10 192.0.2.1 "$made"/packages/iwtune_*.deb
  machine server 198.51.100.7 198.51.100.1 "$made"/packages/*.deb
  # The service that a fresh connection goes to.
  mkdir -p "$made/www"
  ip netns exec iwtune-page-server python3 -m http.server 80 --bind 198.51.100.7 --directory "$made/www" >/dev/null 2>&1 &
}

machine() { # machine NAME ADDRESS GATEWAY FILE…
  local name=$1 address=$2 gateway=$3 root=$made/$1 space=iwtune-page-$1
  mkdir -p "$root" "$made/$name.upper" "$made/$name.work"
  mount -t overlay overlay -o "lowerdir=$made/base,upperdir=$made/$name.upper,workdir=$made/$name.work" "$root"
  mount --bind /dev "$root/dev"
  mount -t tmpfs tmpfs "$root/run"
  mkdir -p "$root/run/systemd/system"
  printf '127.0.0.1 localhost\n192.0.2.10 web1\n198.51.100.7 iwtune.example.net www.example.net\n' >"$root/etc/hosts"
  case $name in host) echo web1 ;; server) echo iwtune.example.net ;; esac >"$root/etc/hostname"
  cp "${@:4}" "$root/root/"
  put 755 tests/Install/run_unit.py "$root/usr/local/lib/run_unit.py"
  put 755 tests/Install/sign_in.py "$root/usr/local/lib/sign_in.py"
  put 755 tests/Install/systemctl "$root/usr/bin/systemctl"
  put 755 tests/Install/systemctl "$root/usr/bin/journalctl"
  ip netns add "$space"
  ip -n "$space" link set lo up
  ip -n "$space" link add eth0 type veth peer name "$name" netns iwtune-page-router
  ip -n "$space" link set eth0 addrgenmode none up
  ip -n iwtune-page-router link set "$name" addrgenmode none up
  ip -n "$space" address add "$address/24" dev eth0
  ip -n iwtune-page-router address add "$gateway/24" dev "$name"
  ip -n "$space" route add default via "$gateway"
}

# shell_of NAME: the command of a shell on that machine.
shell_of() {
  local root=$made/$1 inside
  inside="mount -t proc proc $root/proc && mount --rbind /sys $root/sys && mount -t cgroup2 none $root/sys/fs/cgroup && \
    hostname $(cat "$root/etc/hostname") && exec chroot $root env -i HOME=/root LANG=C.UTF-8 TERM=dumb DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin bash -c 'cd; exec bash'"
  printf 'ip netns exec iwtune-page-%s unshare --mount --uts --pid --fork --kill-child sh -c %q' "$1" "$inside"
}

leave_machines() {
  local name
  for name in host server router; do
    ip netns pids "iwtune-page-$name" 2>/dev/null | xargs -r kill 2>/dev/null || true
  done
  for name in host server; do
    until_gone "iwtune-page-$name"
    umount -R "$made/$name" 2>/dev/null || true
    rm -rf "$made/$name.upper" "$made/$name.work"
  done
  for name in host server router; do ip netns delete "iwtune-page-$name" 2>/dev/null || true; done
}

until_gone() {
  local _
  for _ in $(seq 100); do
    [ -n "$(ip netns pids "$1" 2>/dev/null)" ] || return 0
    sleep 0.1
  done
}
