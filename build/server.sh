# shellcheck shell=bash
# The server for Linux: one file with its own runtime, and its own SQLite engine beside it.

# publish_server [RID]: in artifacts/publish/server or, for another architecture than x64, in artifacts/publish/server-RID.
# Code compiled beforehand halves the time to the first connection. Compiled together with the framework (composite) it starts faster still,
# but the archive grows from 58 to 73 MB.
publish_server() {
  local rid=${1:-linux-x64} folder
  folder=artifacts/publish/$(published_as server "$rid")
  say "publishing the self-contained server for $rid"
  rm -rf "$folder"
  # shellcheck disable=SC2046 # a list of options
  publish Server -r "$rid" --self-contained "-p:AgentFrameworks=$(server_framework)" -p:PublishSingleFile=true -p:DebugType=none \
    $(ready_to_run) -o "$folder" || die "the server for $rid does not publish"
  rm -f "$folder"/*.xml "$folder"/*.endpoints.json
  # It is inside the one file, and is read for the bill of materials.
  cp "artifacts/obj/IwTune.Server/release_$rid/iwtune-server.deps.json" "$folder.deps.json"
  [ -e "$folder/libe_sqlite3.so" ] || die "$folder has no SQLite engine (libe_sqlite3.so)"
}

# What the server shares with the agent is restored for the server's framework alone: a feed may lack runtimes of the others.
server_framework() { dotnet msbuild TFMs.props -getProperty:ServerFramework; }

# The built server, compiled for this machine once: tests start it some hundred times, and a start takes two thirds of the processor time
# (docs/adr/0036-running-the-tests.md). The compiler is restored when something is published for Windows; without it the server runs as it
# was built. Of the packages, those that every start reaches: more of them shortened nothing.
compile_server_beforehand() {
  local runtime version compiler built=artifacts/bin/IwTune.Server/release name
  [ "${IWTUNE_READY_TO_RUN:-yes}" != no ] || return 0
  runtime=$(dotnet --list-runtimes | sed -n 's/^Microsoft.AspNetCore.App \([^ ]*\) \[\(.*\)]$/\2 \1/p' | tail -1)
  version=${runtime##* } runtime=${runtime% *}
  compiler=$(dotnet nuget locals global-packages --list | sed 's/^[^/]*//')
  compiler+=microsoft.netcore.app.crossgen2.linux-x64/$version/tools/crossgen2
  [ -x "$compiler" ] || return 0
  say "compiling the server for this machine"
  mkdir -p artifacts/beforehand
  for name in iwtune-server IwTune.Shared System.CommandLine YamlDotNet Dapper Microsoft.Data.Sqlite \
    SQLitePCLRaw.{core,batteries_v2,provider.e_sqlite3} OpenTelemetry{,.Api}; do
    compile_beforehand "$built/$name.dll" "artifacts/beforehand/$name.dll"
  done
}

# compile_beforehand BUILT COMPILED: in its place and in that of every copy. What was compiled once is taken again until the source changes.
compile_beforehand() {
  local built=$1 compiled=$2 sum copy
  ! cmp -s "$built" "$compiled" || return 0
  sum="$version $(sha256sum <"$built")"
  if [ "$sum" != "$(cat "$compiled.sum" 2>/dev/null)" ]; then
    rm -f "$compiled.sum"
    quiet "$compiler" "$built" -o "$compiled" --targetos linux --targetarch x64 -O -r "${built%/*}/*.dll" \
      -r "$runtime/$version/*.dll" -r "$runtime/../Microsoft.NETCore.App/$version/*.dll" || die "$built does not compile for this machine"
    echo "$sum" >"$compiled.sum"
  fi
  for copy in artifacts/bin/*/release/"${built##*/}"; do
    [ "$copy" -ef "$built" ] || ! cmp -s "$copy" "$built" || cp "$compiled" "$copy"
  done
  cp "$compiled" "$built"
}
