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
