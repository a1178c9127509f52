# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # variables of build/install-test.sh
# Parts of ./build.sh install-test: installations that differ from the usual one in where something is.

# The service has its state in another directory; docs/linux-install.md says what that needs.
elsewhere_test() {
  say "the state elsewhere"
  enter_root
  state=/srv/iwtune
  routes >"$made/routes.before"
  deb_install 1.0.0
  in_root install -d -o iwtune -g iwtune -m 700 /srv/iwtune
  mkdir -p "$root/etc/systemd/system/iwtune.service.d"
  printf '[Service]\nReadWritePaths=/srv/iwtune\n' >"$root/etc/systemd/system/iwtune.service.d/state.conf"
  policy
  sed -i 's:="--policy:="--state /srv/iwtune --policy:' "$root/etc/default/iwtune"
  start_daemon
  until_ both_set
  check "the state is in the other directory" [ -s "$root/srv/iwtune/journal" ]
  stop_daemon
  sed -i.kept '1s/^./#/' "$root/srv/iwtune/journal"
  check "a removal that cannot restore the windows of that state is refused" refused deb_remove
  check "it names that state" grep -q 'iwtune explain-rollback --state /srv/iwtune ' "$made/refused"
  : >"$made/packages.log"
  deb_install 1.0.1
  check "a version that cannot read that state says so when it is installed" \
    grep -q 'cannot read the journal in /srv/iwtune' "$made/packages.log"
  mv "$root/srv/iwtune/journal.kept" "$root/srv/iwtune/journal"
  deb_remove
  check "a removal restores every route that this state has" same routes
  deb_install 1.0.0
  start_daemon
  until_ both_set
  stop_daemon
  check "prepare-image finds that state by the options of the service" in_root iwtune prepare-image
  check "it restores every route" same routes
  check "and erases that state" [ ! -e "$root/srv/iwtune/journal" ]
  leave_root
}

# The commands of docs/linux-install.md, as they are there.
tarball_test() {
  local file=iwtune-1.0.0-linux-x64.tar.gz
  say "tarball"
  agent_tarball 1.0.0 linux-x64 "$made/1.0.0"
  agent_tarball 1.0.0 linux-x64 "$made/again"
  check "$file has the same bytes when it is built again" cmp "$made"/{1.0.0,again}/"$file"
  enter_root
  units=/etc/systemd/system
  routes >"$made/routes.before"
  contents >"$made/contents.before"
  cp "$made/1.0.0/$file" "$root/root/"
  check "its files are installed" from_page "mkdir iwtune-new" "s/iwtune-[0-9.]*-linux/iwtune-1.0.0-linux/"
  rm -r "$root/root/$file" "$root/root/iwtune-new"
  check "systemd-analyze verify finds nothing in the unit" verified iwtune
  echo RUN_OPTIONS= >"$root/etc/default/iwtune"
  policy
  start_daemon
  until_ both_set
  as_root_test
  stop_daemon
  from_page 'iwtune unenroll$' >>"$made/packages.log" 2>&1
  check "every route is restored, byte for byte" same routes
  check "its files are removed" from_page 'rm -f /usr/bin/iwtune '
  check "its state and its user are removed" from_page 'rm -rf /var/lib/iwtune /etc/default/iwtune$'
  rm -r "$root/etc/iwtune"
  check "no file of it is left" same contents
  leave_root
}

# from_page EXPRESSION [EDIT]: runs the block of the page that begins with such a line. Where systemd does not run, systemctl does nothing.
from_page() {
  in_root sh -c "cd /root; systemctl() { :; }
$(awk -v first="^    $1" '$0 ~ first { on = 1 } /^$/ { on = 0 } on { print substr($0, 5) }' docs/linux-install.md | sed -e "${2:-}")"
}

# Directories of shells and of iproute2 stay.
contents() { files | grep -E '^[0-9a-f]{64} '; }
