# shellcheck shell=bash
# The server for Windows: a folder with its own runtime and its own SQLite engine, and the installer made of it.

# As it is packed, and as the tests look at it. web.config is for IIS, which does not run this server.
publish_server_for_windows() {
  local folder=artifacts/publish/windows-server
  say "publishing the server for Windows"
  rm -rf "$folder"
  publish Server -r win-x64 --self-contained -p:DebugType=none -o "$folder" || die "the server for Windows does not publish"
  rm -f "$folder"/*.xml "$folder"/*.pdb "$folder/web.config"
  [ -e "$folder/e_sqlite3.dll" ] || die "$folder has no SQLite engine (e_sqlite3.dll)"
}

# server_msi VERSION FOLDER FILE: the server's installer of a published folder.
server_msi() { make_msi iwtune-server deploy/msi/IwTuneServer.wxs deploy/msi/server-tables.sql "$@"; }

# pack_windows_server VERSION: the installer, and the same folder as a zip.
pack_windows_server() {
  local version=$1 name folder
  name=iwtune-server-$version-win-x64
  folder=artifacts/publish/$name
  publish_server_for_windows
  bill iwtune-server "$version" artifacts/publish/windows-server/iwtune-server.deps.json artifacts/publish/windows-server
  cp LICENSE artifacts/publish/windows-server/
  say "making the server's installer for Windows"
  server_msi "$version" artifacts/publish/windows-server "artifacts/pack/$name.msi"
  rm -rf "$folder" "artifacts/pack/$name.zip"
  mkdir -p "$folder"
  cp -r artifacts/publish/windows-server "$folder/IwTune Server"
  zip_folder "$name" || die "the zip of the server for Windows is not made"
  rm -rf "$folder"
}
