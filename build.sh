#!/usr/bin/env bash
# Everything one does with this repository. Each verb does its own set-up on a fresh Debian 12 that has the .NET SDK.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. build/setup.sh
. build/privileges.sh
. build/sysroot.sh
. build/native.sh
. build/server.sh
. build/roots.sh
. build/usage.sh
. build/one-verb.sh
. build/verbs.sh
. build/linux-packages.sh
. build/supply.sh
. build/install-test.sh
. build/install-elsewhere.sh
. build/automation.sh
. build/image.sh
. build/image-test.sh
. build/quickstarts.sh
. build/windows.sh
. build/windows-server.sh
. build/parts.sh
. build/testing.sh
. build/fuzz.sh
. build/mutation.sh
. build/chaos.sh
. build/soak.sh
. build/cluster.sh
. build/bench.sh

case "${1:-}" in
  '') usage ;;
  --help | -h | help)
    verbs_text
    exit
    ;;
esac
is_verb "$1" || die "there is no verb $1: './build.sh --help' lists them"
case " ${*:2} " in
  *' --help '* | *' -h '*)
    text_of "$1"
    exit
    ;;
esac
one_verb "$1"
"verb_${1//-/_}" "${@:2}"
