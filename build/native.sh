# shellcheck shell=bash
# Native programs for Linux: the agent, for each architecture that it is shipped for.

# publish_agent [RID]: two programs (docs/adr/0042-two-native-programs.md), laid out as below /usr, in artifacts/publish/agent or, for
# another architecture than x64, in artifacts/publish/agent-RID.
publish_agent() {
  local rid=${1:-linux-x64} agent tools
  agent=artifacts/publish/$(published_as agent "$rid")
  tools=artifacts/publish/$(published_as agent-tools "$rid")
  publish_native "$rid" "$agent" -p:Tools=false
  publish_native "$rid" "$tools"
  install -D "$tools/iwtune" "$agent/libexec/iwtune/iwtune-tools"
}

# publish_native RID FOLDER [OPTION…]: the agent's project as a native program. TFMs.props says for which framework.
# Restoring it for that framework alone asks no feed for native packs of the others.
publish_native() {
  local rid=$1 folder=$2 framework linking
  framework=$(dotnet msbuild TFMs.props -getProperty:ShippedAgentFramework)
  linking=$(native_linking "$rid")
  say "publishing ${folder##*/} for $rid ($framework)"
  # shellcheck disable=SC2086 # a list of options
  publish Agent -f "$framework" -r "$rid" -p:PublishAot=true -p:IlcGenerateMstatFile=true "-p:AgentFrameworks=$framework" $linking -o "$folder" "${@:3}" ||
    die "the native agent for $rid does not publish"
  # What was restored for it, for the bill of materials; the next publish writes another.
  cp artifacts/obj/IwTune.Agent/project.assets.json "$folder.assets.json"
  # What the compiler has put in, for tests/EndToEnd/Native/NativeSizeTests.cs.
  cp "artifacts/obj/IwTune.Agent/release_${framework}_$rid/native/iwtune.mstat" "$folder"
}

# published_as PROGRAM RID: the name of its folder below artifacts/publish.
published_as() { if [ "$2" = linux-x64 ]; then echo "$1"; else echo "$1-$2"; fi; }

# native_linking RID: the options that choose linker and C library.
native_linking() {
  local root
  root=$(sysroot "$(debian_architecture "$1")") || return
  if [ "$1" = linux-arm64 ]; then echo "-p:ObjCopyName=aarch64-linux-gnu-objcopy -p:SysRoot=${root:-/}"
  elif [ -n "$root" ]; then echo "-p:SysRoot=$root"
  fi
}

# native_packages RID: what links a program for it. zlib is for net8.0 alone; the C library of arm64 only for IWTUNE_GLIBC=machine.
native_packages() {
  case $1 in
    linux-x64) echo clang zlib1g-dev ;;
    linux-arm64) echo clang gcc-aarch64-linux-gnu libc6-dev-arm64-cross ;;
  esac
}

debian_architecture() {
  case $1 in
    linux-x64) echo amd64 ;;
    linux-arm64) echo arm64 ;;
    *) die "no program is published for $1" ;;
  esac
}
