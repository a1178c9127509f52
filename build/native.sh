# shellcheck shell=bash
# Native programs for Linux: the agent, for each architecture that it is shipped for.

# publish_agent [RID]: two programs (docs/adr/0042-two-native-programs.md), laid out as below /usr, in artifacts/publish/agent or, for
# another architecture than x64, in artifacts/publish/agent-RID. Both come from one compilation, and at once: the native compiler and the
# linker leave a processor idle for a third of their time.
publish_agent() {
  local rid=${1:-linux-x64} agent tools
  agent=artifacts/publish/$(published_as agent "$rid")
  tools=artifacts/publish/$(published_as agent-tools "$rid")
  compile_agent "$rid"
  at_once make_native "$rid" "$tools" : make_native "$rid" "$agent" -p:Tools=false
  install -D "$tools/iwtune" "$agent/libexec/iwtune/iwtune-tools"
}

# publish_native RID FOLDER [OPTION…]: the agent's project as one native program.
publish_native() {
  compile_agent "$1"
  make_native "$@"
}

# compile_agent RID: what make_native makes native. As for a publish, by which the SDK restores what the native compiler needs.
compile_agent() {
  local framework options
  native_options "$1"
  say "compiling the agent for $1 ($framework)"
  compile Agent "${options[@]}" -p:_IsPublishing=true -p:RunAnalyzers=false || die "the agent for $1 does not compile"
}

# make_native RID FOLDER [OPTION…]: with folders of its own for what lies between, so that two can be made at once.
make_native() {
  local rid=$1 folder=$2 framework options between=$PWD/artifacts/native/${2##*/}
  native_options "$rid"
  say "publishing ${folder##*/} for $rid"
  publish Agent --no-build "${options[@]}" -p:IlcGenerateMstatFile=true "-p:NativeIntermediateOutputPath=$between/obj/" \
    "-p:NativeOutputPath=$between/" -o "$folder" "${@:3}" || die "the native agent for $rid does not publish"
  # What was restored for it, for the bill of materials; the next compilation writes another.
  cp artifacts/obj/IwTune.Agent/project.assets.json "$folder.assets.json"
  # What the compiler has put in, for tests/EndToEnd/Native/NativeSizeTests.cs.
  cp "$between/obj/iwtune.mstat" "$folder"
}

# native_options RID: sets `framework`, for which the agent is shipped (TFMs.props), and `options`. Restoring it for that framework alone
# asks no feed for native packs of the others.
native_options() {
  local linking
  framework=$(dotnet msbuild TFMs.props -getProperty:ShippedAgentFramework)
  linking=$(native_linking "$1")
  options=(-f "$framework" -r "$1" -p:PublishAot=true "-p:AgentFrameworks=$framework")
  # shellcheck disable=SC2206 # a list of options
  options+=($linking)
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
