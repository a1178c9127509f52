# shellcheck shell=bash
# The parts of the tests, and what each needs on a fresh machine. tests/Runner/Parts.cs says what runs in each.

part_names() { sed -n 's/^        new("\([a-z]*\)".*/\1/p' tests/Runner/Parts.cs; }

# The packages of a part. The simplest way to a test that never skips is to install what it asks for.
part_packages() {
  case $1 in
    shared | powershell) ;;
    agent) echo iproute2 ethtool procps dbus network-manager systemd dnsmasq-base radvd bird2 isc-dhcp-client mandoc groff-base zsh fish swtpm tshark tcpdump tcptrace nginx-light haproxy ;;
    # promtool judges the metrics and the alert rules; rsyslog takes what the server sends it; two servers stand behind nginx, as deploy/nginx has it.
    server | postgres) echo postgresql prometheus rsyslog rsyslog-gnutls openssl python3 python3-aiosmtpd curl openscap-scanner python3-jsonschema chromium-headless-shell poppler-utils nginx-light libnginx-mod-stream softhsm2 ;;
    # glewlwyd is a real OpenID provider: each test has its own, with its own configuration, store and port.
    console) echo chromium-headless-shell procps glewlwyd sqlite3 openssl postgresql poppler-utils ;;
    # apt, dnf and zypper take packages from a server; node_exporter and promtool read what an agent writes.
    fleet) echo iproute2 strace sqlite3 faketime procps postgresql gnupg openssl reprepro rpm createrepo-c dnf zypper prometheus prometheus-node-exporter curl ;;
    lab) echo iproute2 ethtool procps chromium-headless-shell dbus network-manager systemd radvd bird2 ;;
    # The 64-bit Wine alone: neither a foreign architecture nor a display is needed. The compiler comes with mingw-w64's headers of Windows.
    wine) echo iproute2 wine wine64 wixl msitools gcc-mingw-w64-x86-64 ;;
  esac
  if [[ $(part_publishes "$1") == *publish_agent* ]]; then native_packages linux-x64; fi
}

# The project of a part, and the programs that its tests start.
part_projects() {
  case $1 in
    shared) echo tests/Shared.Tests ;;
    powershell) echo tests/PowerShellModule.Tests ;;
    agent) echo tests/Agent.Tests Server ;;
    server | postgres) echo tests/Server.Tests ;;
    console | fleet | lab | wine) echo tests/EndToEnd tests/Swarm Agent Server ;;
  esac
}

# part_publishes PART: what is published for it besides.
part_publishes() {
  case $1 in
    powershell) echo publish_with_powershell ;;
    console | fleet | lab) echo publish_agent ;;
    wine) echo publish_for_wine publish_for_windows publish_server_for_windows ;;
  esac
}
