# shellcheck shell=bash
# The packages installed, upgraded, downgraded, removed and purged by the real dpkg and rpm, in roots of their own and a network
# namespace of their own. systemd does not run in a root: tests/Install/run_unit.py starts the agent with the rights of its unit.
# shellcheck disable=SC2016 # programs for other shells and for perl

verb_install_test() {
  # shellcheck disable=SC2046 # a list of names
  packages debootstrap binutils cpio dpkg rpm python3-seccomp python3-jsonschema iproute2 systemd curl lintian rpmlint $(native_packages linux-x64)
  command -v npm >/dev/null || packages npm
  sdk
  takes_long
  [ "$(id -u)" = 0 ] || die "packages are installed as root: run this as root"
  begin_steps
  publish_agent
  publish_server linux-x64
  agent_share artifacts/publish/agent/iwtune artifacts/publish/share
  made=$PWD/artifacts/install-test
  mkdir -p "$made"
  debian_root bookworm "$made/base" systemd,iproute2,libssl3,libstdc++6,passwd
  # Compressed little: what is tested here is what is inside.
  export deb_compression=-z1 rpm_compression=w0.gzdio
  local version
  for version in 1.0.0 1.0.1; do package_agent "$version" amd64 artifacts/publish/agent artifacts/publish/share "$made/$version"; done
  package_server 1.0.0 amd64 artifacts/publish/server "$made/1.0.0"
  checked=0
  trap 'leave_root; end_compiler' EXIT
  same_bytes_test
  lint_test
  bill_test
  deb_test
  rpm_test
  elsewhere_test
  tarball_test
  server_test
  server_rpm_test
  printf '%d passed, 0 failed\n' "$checked"
}

check() { # check WHAT COMMAND…
  "${@:2}" >"$made/said" || die "install-test: $1: failed: ${*:2}: $(cat "$made/said")"
  checked=$((checked + 1))
  printf '  ok    %s\n' "$1"
}

refused() { ! "$@" >"$made/refused" 2>&1; }

# denied REASON COMMAND…: fails with the agent's rights, and for this reason.
denied() { refused with_rights "${@:2}" && grep -q "$1" "$made/refused"; }

# enter_root: a fresh copy of the base in $root, and a namespace with a default route for either family.
enter_root() {
  leave_root
  root=$made/root units=/usr/lib/systemd/system state=/var/lib/iwtune
  mkdir -p "$root" "$made/upper" "$made/work"
  mount -t overlay overlay -o "lowerdir=$made/base,upperdir=$made/upper,workdir=$made/work" "$root"
  mount -t proc proc "$root/proc"
  mount --bind /dev "$root/dev"
  mount -t tmpfs tmpfs "$root/run"
  echo 127.0.0.1 localhost >"$root/etc/hosts"
  ip netns add iwtune-install
  ip -n iwtune-install link set lo up
  ip -n iwtune-install link add up0 type veth peer name far0
  # Their own addresses come later, by themselves.
  ip -n iwtune-install link set up0 addrgenmode none
  ip -n iwtune-install link set far0 addrgenmode none
  ip -n iwtune-install address add 192.0.2.2/24 dev up0
  ip -n iwtune-install address add 2001:db8::2/64 dev up0 nodad
  ip -n iwtune-install link set far0 up
  ip -n iwtune-install link set up0 up
  ip -n iwtune-install route add default via 192.0.2.1 mtu 1400
  ip -n iwtune-install route add default via 2001:db8::1
}

leave_root() {
  [ -n "${root:-}" ] || return 0
  # What a failed test left running.
  [ -z "${watcher:-}" ] || kill "$watcher" 2>/dev/null || true
  ip netns pids iwtune-install | xargs -r kill
  wait
  umount -R "$root" 2>/dev/null || true
  rm -rf "$made/upper" "$made/work"
  ip netns delete iwtune-install 2>/dev/null || true
  root=
}

# in_root COMMAND…: as root, in the root and the namespace. /sys is that of the namespace.
in_root() { ip netns exec iwtune-install unshare -m chroot "$root" "$@"; }

# with_rights COMMAND…: with the rights of the agent's unit; ExecStart and ExecStopPost are its own commands.
with_rights() { as_unit iwtune "$@"; }

as_unit() { # as_unit UNIT COMMAND…
  local mounts='mount --rbind /sys "$1/sys" && mount -t cgroup2 none "$1/sys/fs/cgroup"; shift; exec "$@"'
  ip netns exec iwtune-install unshare -m sh -c "$mounts" sh "$root" \
    /usr/bin/python3 "$PWD/tests/Install/run_unit.py" "$root" "$units/$1.service" "${@:2}"
}

start_daemon() {
  with_rights ExecStart >>"$made/daemon.log" 2>&1 &
  job=$!
  until_ answers
  # The job is a shell of this script; the agent writes its own number beside its lock.
  daemon=$(grep -ao '[0-9]*' "$root$state/lock.holder" | head -1)
}

# As systemd stops a unit.
stop_daemon() {
  kill "$daemon"
  daemon=
  wait "$job" || true
  with_rights ExecStopPost >>"$made/daemon.log" 2>&1
}

restart_daemon() { stop_daemon && start_daemon; }

answers() { in_root iwtune status >/dev/null 2>&1; }

until_() {
  local tries
  for tries in $(seq 600); do
    if "$@"; then return 0; fi
    sleep 0.05
  done
  die "install-test: '$*' did not become true in ${tries} tries; the agent's log is $made/daemon.log"
}

routes() { ip -n iwtune-install -4 route show table all; ip -n iwtune-install -6 route show table all; }
set_routes() { routes | grep -c '^default.*initcwnd 24' || true; }
both_set() { [ "$(set_routes)" = 2 ]; }
none_set() { [ "$(set_routes)" = 0 ]; }

# Every file outside of the package managers' own records, with its owner, mode and content.
files() {
  local -a own=(\( -path ./var/lib/dpkg -o -path ./var/lib/rpm -o -path ./var/log -o -path ./var/cache -o -path ./tmp \) -prune
    -o ! -name '*-' ! -name .pwd.lock)
  (
    cd "$root" || exit
    { find . -xdev "${own[@]}" -printf '%p %U:%G %m %l\n' && find . -xdev "${own[@]}" -type f -print0 | xargs -0 sha256sum; } |
      LC_ALL=C sort
  )
}

# watch_routes FILE, and unwatched: every reading in between that did not have both windows is a line of the file.
watch_routes() {
  : >"$1"
  : >"$made/readings"
  (while :; do both_set || { date +%T.%N; routes; } >>"$1"; echo >>"$made/readings"; done) &
  watcher=$!
}
unwatched() {
  kill "$watcher"
  wait "$watcher" || true
  watcher=
  [ ! -s "$made/unset" ] || { cat "$made/unset"; return 1; }
}

verified() { in_root systemd-analyze verify --man=no "$units/$1.service" 2>&1 | { ! grep .; }; }
same() { diff "$made/$1.before" <("$1") >"$made/$1.difference" || { head -20 "$made/$1.difference"; return 1; }; }

# Each override of a checker has its reason beside it, in deploy/packages.
lint_test() {
  say "lintian and rpmlint"
  check "lintian finds nothing" lintian --allow-root --fail-on error,warning "$made"/1.0.0/*.deb
  check "rpmlint finds nothing" rpmlint --strict --config deploy/packages/rpmlint.toml "$made"/1.0.0/*.rpm
}

# What a package says that it contains: by CycloneDX's own schema, and equal in both formats.
bill_test() {
  local name schemas=tests/Install/schema
  say "bills of materials"
  check "CycloneDX's schema is restored by its lock file" npm ci --prefix "$schemas" --ignore-scripts --omit=peer --no-audit --no-fund
  for name in iwtune iwtune-server; do
    rm -rf "$made/opened" && mkdir -p "$made/opened/deb" "$made/opened/rpm"
    dpkg-deb -x "$made/1.0.0/${name}_1.0.0_amd64.deb" "$made/opened/deb"
    (cd "$made/opened/rpm" && rpm2cpio "$made/1.0.0/$name-1.0.0-1.x86_64.rpm" | quiet cpio -id)
    check "the bill of $name is valid, and a spoilt one is not" python3 -W ignore tests/Install/check_bill.py \
      "$schemas/node_modules/@cyclonedx/cyclonedx-library/res/schema" "$made/opened/deb/usr/share/doc/$name/sbom.cdx.json"
    check "deb and rpm of $name have the same bill" cmp "$made/opened"/{deb,rpm}/usr/share/doc/$name/sbom.cdx.json
    check "$name has the notices of what it contains" grep -q '^YamlDotNet ' "$made/opened/deb/usr/share/doc/$name/THIRD-PARTY-NOTICES.txt"
  done
}

same_bytes_test() {
  say "two builds of one commit"
  package_agent 1.0.0 amd64 artifacts/publish/agent artifacts/publish/share "$made/again"
  local package
  for package in "$made"/again/*; do
    check "${package##*/} has the same bytes when it is built again" cmp "$package" "$made/1.0.0/${package##*/}"
  done
}

policy() {
  mkdir -p "$root/etc/iwtune"
  printf 'policy: edge\nwindow: { initcwnd: 24 }\nscopes: [default]\n' >"$root/etc/iwtune/policy.yaml"
  sed -i 's:^RUN_OPTIONS=.*:RUN_OPTIONS="--policy /etc/iwtune/policy.yaml":' "$root/etc/default/iwtune"
}

# life NAME: what both formats go through. install, upgrade, downgrade, remove are functions NAME_install VERSION …
life() {
  local name=$1
  routes >"$made/routes.before"
  files >"$made/files.before"
  : >"$made/daemon.log"
  "${name}_install" 1.0.0
  check "an installation changes no route" same routes
  check "the program runs" in_root iwtune version
  check "the user and the group exist" in_root getent passwd iwtune
  # As an administrator lets others query the daemon.
  in_root usermod -a -G iwtune daemon
  check "systemd-analyze verify finds nothing in the unit" verified iwtune
  policy
  start_daemon
  until_ both_set
  check "both default routes have the window of the policy" both_set
  check "the state belongs to the agent's user" [ -z "$(in_root find /var/lib/iwtune ! -user iwtune)" ]
  rights_test
  watch_routes "$made/unset"
  "${name}_install" 1.0.1
  check "the newer version is installed" "${name}_has" 1.0.1
  check "the administrator's options are kept" grep -q policy.yaml "$root/etc/default/iwtune"
  restart_daemon
  "${name}_downgrade" 1.0.0
  check "the older version is installed again" "${name}_has" 1.0.0
  restart_daemon
  check "no reading of the routes during upgrade and downgrade lacks a window" unwatched
  check "they were read $(wc -l <"$made/readings") times" [ "$(wc -l <"$made/readings")" -ge 20 ]
  as_root_test
  bpf_test
  # As prerm does by systemd.
  stop_daemon
  check "windows stay when the service is stopped" both_set
  in_root iwtune hold >/dev/null
  in_root iwtune release >/dev/null
  check "what root's commands write belongs to the agent's user" [ -z "$(in_root find /var/lib/iwtune ! -user iwtune)" ]
  cp -a "$root/var/lib/iwtune/journal" "$made/journal"
  sed -i '1s/^./#/' "$root/var/lib/iwtune/journal"
  check "a removal that cannot restore the windows is refused" refused "${name}_remove"
  check "it says what to do" grep -q IWTUNE_KEEP_WINDOWS=yes "$made/refused"
  check "and keeps the package and the windows" in_root test -x /usr/bin/iwtune
  check "and the windows" both_set
  : >"$made/packages.log"
  "${name}_install" 1.0.1
  check "a version that cannot read the state says so when it is installed" grep -q 'cannot read the journal' "$made/packages.log"
  cp -a "$made/journal" "$root/var/lib/iwtune/journal"
  "${name}_remove"
  check "a removal restores every route, byte for byte" same routes
  rm -r "$root/etc/iwtune"
  "${name}_purge"
  check "nothing is left of the package, its state and its user" same files
}

# The documented drop-in, there and back: systemd gives the state to the user of the unit.
as_root_test() {
  local drop_ins=$root/etc/systemd/system/iwtune.service.d
  put 644 "$root/usr/share/doc/iwtune/examples/as-root.conf" "$drop_ins/as-root.conf"
  restart_daemon
  check "with the drop-in as-root.conf the agent is root" grep -q '^Uid:.0' "/proc/$daemon/status"
  check "its one capability is CAP_NET_ADMIN there, too" grep -q '^CapPrm:.0000000000001000$' "/proc/$daemon/status"
  check "its socket is for the group iwtune" [ "$(in_root stat -c '%G %a' /run/iwtune/agent.sock)" = "iwtune 660" ]
  rm -r "$drop_ins"
  restart_daemon
  check "without it, the agent goes on with the state that was root's" both_set
  check "and owns it" [ -z "$(in_root find /var/lib/iwtune ! -user iwtune)" ]
}

# The drop-in for programs that give connections their window. Windows of the former backend are restored first.
bpf_test() {
  local drop_ins=$root/etc/systemd/system/iwtune.service.d
  put 644 "$root/usr/share/doc/iwtune/examples/bpf.conf" "$drop_ins/bpf.conf"
  sed -i 's:="--policy:="--backend bpf --policy:' "$root/etc/default/iwtune"
  restart_daemon
  until_ none_set
  check "with the drop-in bpf.conf a program gives the windows" applied
  rm -r "$drop_ins"
  sed -i 's:--backend bpf ::' "$root/etc/default/iwtune"
  restart_daemon
  until_ both_set
}
applied() { in_root iwtune status | grep 'phase *applied'; }

# What the unit forbids, tried with its rights.
rights_test() {
  local init_module=175 mount=165 # x86_64
  check "the agent is not root" grep -q '^Uid:.[1-9]' "/proc/$daemon/status"
  check "its one capability is CAP_NET_ADMIN" grep -q '^CapPrm:.0000000000001000$' "/proc/$daemon/status"
  check "and no other can be had" grep -q '^CapBnd:.0000000000001000$' "/proc/$daemon/status"
  check "with these rights, reading a route works" with_rights sh -c "iwtune show --json >/tmp/routes"
  check "/etc/shadow cannot be read" denied 'Permission denied' cat /etc/shadow
  check "/etc cannot be written" denied 'Read-only' touch /etc/iwtune/other
  check "its program cannot be replaced" denied 'Permission denied' touch /usr/bin/iwtune
  # The capability alone would allow it: net_ctl_permissions() of the kernel.
  check "a kernel setting cannot be changed" denied 'Read-only' sh -c 'echo 1 >/proc/sys/net/ipv4/tcp_no_metrics_save'
  check "no raw socket can be opened" denied 'Operation not permitted' perl -e 'socket(my $s, 2, 3, 1) or die "$!\n"'
  check "no packet socket can be opened" denied 'Operation not permitted' perl -e 'socket(my $s, 17, 3, 768) or die "$!\n"'
  check "no kernel module can be loaded" denied 'Operation not permitted' \
    perl -e "syscall($init_module"', my $m = "x", 1, my $o = "") == 0 or die "$!\n"'
  check "nothing can be mounted" denied 'Operation not permitted' \
    perl -e "syscall($mount"', my $a = "x", my $b = "/tmp", my $c = "tmpfs", 0, 0) == 0 or die "$!\n"'
  check "it cannot become root" denied 'Operation not permitted' perl -e 'use POSIX; setuid(0) or die "$!\n"'
}

deb_test() {
  say "deb"
  enter_root
  life deb
  leave_root
}
deb_install() { # deb_install VERSION [NAME]
  in_root_with "$made/$1" dpkg -i "/mnt/${2:-iwtune}_$1_amd64.deb" >>"$made/packages.log" 2>&1 || die "dpkg -i failed: $made/packages.log"
}
deb_downgrade() { deb_install "$1"; }
deb_has() { [ "$(in_root dpkg-query -W -f='${db:Status-Abbrev}${Version}' iwtune)" = "ii $1" ]; }
deb_remove() { in_root dpkg -r iwtune; }
deb_purge() { in_root dpkg -P iwtune >>"$made/packages.log" 2>&1; }

rpm_test() {
  say "rpm"
  enter_root
  life rpm
  leave_root
}
# The root's libraries are Debian's, which rpm's records do not have.
rpm_() { ip netns exec iwtune-install rpm --force-debian --root "$root" --dbpath /var/lib/rpm "$@"; }
rpm_install() {
  rpm_ -U --nodeps "$made/$1/iwtune-$1-1.x86_64.rpm" >>"$made/packages.log" 2>&1 || die "rpm -U failed: $made/packages.log"
}
rpm_downgrade() { rpm_ -U --nodeps --oldpackage "$made/$1/iwtune-$1-1.x86_64.rpm" || die "rpm -U --oldpackage failed"; }
rpm_has() { [ "$(rpm_ -q iwtune)" = "iwtune-$1-1.x86_64" ]; }
rpm_remove() { rpm_ -e iwtune; }
# The commands of docs/linux-install.md: rpm has no purge.
rpm_purge() { from_page 'rm -rf /var/lib/iwtune /etc/default/iwtune.rpmsave$'; }

server_test() {
  say "server"
  enter_root
  files >"$made/files.before"
  deb_install 1.0.0 iwtune-server
  as_unit iwtune-server ExecStart >"$made/server.log" 2>&1 &
  serving=$!
  check "systemd-analyze verify finds nothing in the unit" verified iwtune-server
  until_ serves
  check "the server serves with the rights of its unit" serves
  server=$(ip netns pids iwtune-install)
  check "it is not root and has no capability" grep -q '^CapPrm:.0000000000000000$' "/proc/$server/status"
  check "it keeps its data for itself" [ "$(stat -c '%a %u' "$root/var/lib/iwtune-server")" = "700 61184" ]
  fleet_test
  kill "$server"
  wait "$serving" || true
  in_root dpkg -P iwtune >>"$made/packages.log" 2>&1
  in_root dpkg -P iwtune-server >>"$made/packages.log" 2>&1
  check "nothing is left of the server, its data included" same files
  leave_root
}

# rpm has no purge: the removal prints the command of docs/linux-install.md. systemd keeps the data behind a link.
server_rpm_test() {
  say "server, rpm"
  enter_root
  mkdir -p "$root/var/lib/private"
  files >"$made/files.before"
  rpm_ -U --nodeps "$made/1.0.0/iwtune-server-1.0.0-1.x86_64.rpm" >>"$made/packages.log" 2>&1
  mkdir "$root/var/lib/private/iwtune-server"
  ln -s private/iwtune-server "$root/var/lib/iwtune-server"
  echo '# changed' >>"$root/etc/default/iwtune-server"
  rpm_ -e iwtune-server >"$made/removal" 2>&1
  check "the removal of the rpm says that the store stays" grep 'iwtune-server stays, with the store and the keys' "$made/removal"
  check "it prints the command of the page" grep -F "$(sed -n 's:^    \(rm -rf /var/lib/private/\):\1:p' docs/linux-install.md)" "$made/removal"
  from_page 'rm -rf /var/lib/private/iwtune-server'
  check "nothing is left of the server, rpm" same files
  leave_root
}

# A host enrols while its agent runs already: root's command writes the identity that the agent, as its own user, reads.
fleet_test() {
  local enrolment api pin
  enrolment=$(token_of enrolment) api=$(token_of api)
  pin=$(sed -n 's/^CA pin *//p' "$made/server.log")
  deb_install 1.0.0
  start_daemon
  check "the host enrols" in_root iwtune enroll https://localhost:7443 --token "$enrolment" --ca-pin "$pin"
  printf 'policy: edge\nwindow: { initcwnd: 24 }\nscopes: [default]\n' >"$root/run/edge.yaml"
  check "a policy is published" in_root iwtune fleet policies push /run/edge.yaml --assign os:linux \
    --server https://localhost:7443 --token "$api" --ca-pin "$pin"
  until_ both_set
  check "the windows of the server's policy are set" both_set
  check "identity, key and bundle belong to the agent's user" [ -z "$(in_root find /var/lib/iwtune ! -user iwtune)" ]
  check "the identity is there" [ -f "$root/var/lib/iwtune/identity.json" ]
  stop_daemon
  check "the package of an enrolled host is removed" in_root dpkg -r iwtune
  check "its windows are restored" none_set
}
token_of() { in_root iwtune-server token create --kind "$1" --json | sed -n 's/.*"token": *"\([^"]*\)".*/\1/p'; }
serves() { ip netns exec iwtune-install curl -sk -o "$made/answer" https://192.0.2.2:7443/; }

# in_root_with DIRECTORY COMMAND…: with the directory at /mnt.
in_root_with() {
  mount --bind "$1" "$root/mnt"
  in_root "${@:2}" || { umount "$root/mnt"; return 1; }
  umount "$root/mnt"
}
