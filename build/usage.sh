# shellcheck shell=bash
# What build.sh says of itself.

verbs_text() {
  cat <<'TEXT'
usage: ./build.sh VERB [OPTIONS]
       ./build.sh VERB --help

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
  roots           the shipped agent in root directories of Debian 11, 12 and 13, and agent and server for arm64 under qemu; up to an hour
  pack [--sign KEY]
                  the native agent and the self-contained server for x64 and arm64 as tarball, deb and rpm, and for Windows as
                  installer and zip, in artifacts/pack/, with SHA256SUMS; --sign: signed with this key of gpg's; about an hour
  sums [--sign KEY]
                  SHA256SUMS of artifacts/pack/ again, for example after ./build.sh image
  locks           every packages.lock.json anew, after a change of Directory.Packages.props
  image           the agent as a container image for Kubernetes, x64 and arm64, as OCI archives in artifacts/pack/
  image-test      the image's file system and deploy/kubernetes/ run as a pod would, against a real server; up to an hour
  quickstarts [--print]
                  every command of docs/quickstart-*.md, run as its reader would; --print shows what each prints; up to an hour
  install-test    the packages installed, upgraded, downgraded, removed and purged by the real dpkg and rpm, and the tarball by its page,
                  in roots of their own; up to an hour
  automation      the Ansible role, the Puppet module and the cloud-init file by the real tools, over copies of this machine's file system;
                  up to an hour

Times are those of two slow processors; most of an hour goes into compiling programs ahead of time.
One verb runs at a time in a checkout: another one is refused until it ends.
TEXT
}

# usage: after a call that cannot be read.
usage() {
  verbs_text >&2
  exit 64
}

# text_of VERB: its entries of the text above, without a build. The programs behind some verbs have more options on the page that is named.
text_of() {
  verbs_text | awk -v verb="$1" '/^  [a-z]/ { shown = $1 == verb } /^$/ { shown = 0 } shown'
}

is_verb() { [[ $1 != *_* ]] && declare -F "verb_${1//-/_}" >/dev/null; }
