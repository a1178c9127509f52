# shellcheck shell=bash
# ./build.sh automation: what deploy/ has for Ansible, Puppet and cloud-init, by the real tools over copies of this machine's file system.

verb_automation() {
  # shellcheck disable=SC2046 # a list of names
  packages ansible-core puppet-agent cloud-init dpkg rpm $(native_packages linux-x64)
  sdk
  takes_long
  build tests/EndToEnd Server
  publish_agent
  agent_share artifacts/publish/agent/iwtune artifacts/publish/share
  rm -rf artifacts/automation
  deb_compression=-z1 rpm_compression=w0.gzdio \
    package_agent 1.0.0 amd64 artifacts/publish/agent artifacts/publish/share artifacts/automation
  privileged env CI=true artifacts/bin/EndToEnd/release/IwTune.EndToEnd --filter-trait Automation=yes
}
