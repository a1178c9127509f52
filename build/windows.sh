# shellcheck shell=bash
# The agent for Windows: a folder with its own runtime, and the installer made of it.

# publish_windows FOLDER [PROPERTY…]: what is shipped, without symbols. A folder, not one file: docs/adr/0001-target-frameworks.md
# Code compiled beforehand halves the time of a short command.
publish_windows() {
  local folder=$1
  say "publishing the agent for Windows"
  rm -rf "$folder"
  # shellcheck disable=SC2046 # a list of options
  publish Agent -f net10.0 -r win-x64 --self-contained -p:AgentFrameworks=net10.0 -p:DebugType=none $(ready_to_run) -o "$folder" "${@:2}" ||
    die "the agent for Windows does not publish"
  rm -f "$folder"/*.xml "$folder"/*.pdb
  cp deploy/windows/dsc/iwtune.dsc.resource.json "$folder/" # dsc looks for its resources beside the programs
  publish_module
  mkdir -p "$folder/powershell"
  cp -r artifacts/publish/powershell/IwTune "$folder/powershell/"
}

# With PowerShell's engine, to see that it builds: never for a package, because a part of it may not be passed on (docs/adr/0013-methods-for-windows-templates.md).
# Its own artifacts, because a project has one list of packages at a time. IWTUNE_BUNDLED_POWERSHELL=no does without, where a feed has no such package.
publish_with_powershell() {
  [ "${IWTUNE_BUNDLED_POWERSHELL:-yes}" != no ] || return 0
  say "publishing the agent for Windows with PowerShell's engine"
  rm -rf artifacts/publish/windows-powershell
  publish Agent -f net10.0 -r win-x64 --self-contained -p:AgentFrameworks=net10.0 -p:DebugType=none -p:BundlePowerShell=true \
    "-p:ArtifactsPath=$PWD/artifacts/bundled" -o artifacts/publish/windows-powershell ||
    die "the agent for Windows does not publish with PowerShell's engine"
}

# As it is packed, and as the tests look at it.
publish_for_windows() { publish_windows artifacts/publish/windows; }

# The PowerShell module as its manifest lists it: artifacts/publish/powershell/IwTune; once in a run.
publish_module() {
  [ -z "${module_published:-}" ] || return 0
  module_published=yes
  local built=artifacts/bin/IwTune.PowerShell/release module=artifacts/publish/powershell/IwTune
  build deploy/windows/powershell
  rm -rf "$module"
  mkdir -p "$module/en-US"
  cp "$built"/IwTune.{dll,psd1,format.ps1xml} "$module/"
  cp "$built/en-US/IwTune.dll-Help.xml" "$module/en-US/"
}

# For the tests under Wine, never for a package: docs/windows-under-wine.md says what differs.
publish_for_wine() {
  publish_windows artifacts/publish/wine -p:SignaturesByBcrypt=true
  # For tests/EndToEnd/Wine/Headers; the next publish writes another.
  install -D artifacts/obj/IwTune.Agent/release_net10.0_win-x64/iwtune.dll artifacts/publish/wine-assembly/iwtune.dll
  rm -rf artifacts/publish/wine-netsh
  mkdir -p artifacts/publish/wine-netsh
  x86_64-w64-mingw32-gcc -std=gnu17 -Wall -Wextra -Werror -Os -s -municode -Wl,--subsystem,windows \
    -o artifacts/publish/wine-netsh/netsh.exe tests/EndToEnd/Wine/Netsh/netsh.c -lws2_32 ||
    die "the netsh of an emulated Windows does not compile"
}

# msi_fragment PROGRAM FOLDER: every file of it but the service's own, which the package names itself, as WiX components.
# Identifiers come from program and path, so that a file keeps its component over versions, and two products never share one.
msi_fragment() {
  local program=$1 folder=$2 path id folders files
  local -A ids
  mapfile -t folders < <(cd "$folder" && find . -mindepth 1 -type d -printf '%P\n' | LC_ALL=C sort)
  mapfile -t files < <(cd "$folder" && find . -type f ! -path "./$program.exe" -printf '%P\n' | LC_ALL=C sort)
  msi_ids "${folders[@]}" "${files[@]}"
  echo '<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi"><Fragment>'
  for path in "${folders[@]}"; do
    printf '<DirectoryRef Id="'
    msi_parent "$path"
    printf '"><Directory Id="D%s" Name="%s"/></DirectoryRef>\n' "${ids[$path]}" "${path##*/}"
  done
  for path in "${files[@]}"; do
    id=${ids[$path]}
    printf '<DirectoryRef Id="'
    msi_parent "$path"
    # shellcheck disable=SC2016 # a variable of wixl
    printf '"><Component Id="C%s" Guid="%s" Win64="yes"><File Id="F%s" Source="$(var.Src)/%s" KeyPath="yes"/></Component></DirectoryRef>\n' \
      "$id" "${id:0:8}-${id:8:4}-5${id:13:3}-A${id:17:3}-${id:20:12}" "$id" "$path"
  done
  echo '<ComponentGroup Id="Files">'
  for path in "${files[@]}"; do printf '<ComponentRef Id="C%s"/>\n' "${ids[$path]}"; done
  echo '</ComponentGroup></Fragment></Wix>'
}

msi_parent() { if [[ $1 == */* ]]; then printf 'D%s' "${ids[${1%/*}]}"; else printf INSTALLDIR; fi; }

# msi_ids PATH…: fills ids. One md5sum for all of them: one for each took ten times as long as the package itself.
msi_ids() {
  local sums path id number=100000
  sums=$(mktemp -d)
  for path in "$@"; do
    number=$((number + 1))
    printf '%s/%s' "$program" "$path" >"$sums/$number"
  done
  while read -r id _; do
    ids[$1]=${id^^}
    shift
  done < <(md5sum "$sums"/*)
  rm -rf "$sums"
}

# msi VERSION FOLDER FILE: the agent's installer of a published folder.
msi() { make_msi iwtune deploy/msi/IwTune.wxs deploy/msi/tables.sql "$@"; }

# make_msi PROGRAM SOURCE TABLES VERSION FOLDER FILE
make_msi() {
  local program=$1 source=$2 tables=$3 version=${4%%-*} folder=$5 file=$6 fragment # an installer's version is three numbers; what may come after them is for people
  [ ! -e "$folder/microsoft.management.infrastructure.native.unmanaged.dll" ] ||
    die "$folder has files that Microsoft's terms do not let anyone pass on: docs/adr/0013-methods-for-windows-templates.md"
  fragment=$(mktemp --suffix=.wxs)
  msi_fragment "$program" "$folder" >"$fragment"
  mkdir -p "$(dirname "$file")"
  rm -f "$file"
  quiet wixl -a x64 -D Version="$version" -D Src="$(realpath --relative-to=. "$folder")" -o "$file" "$source" "$fragment" ||
    die "wixl does not build $file"
  rm -f "$fragment"
  local statements
  mapfile -t statements < <(grep -v -e '^--' -e '^$' "$tables" | sed "s/@VERSION@/$version/")
  quiet msibuild "$file" -q "${statements[@]}" || die "$file does not take $tables"
}

# pack_windows VERSION: the installer, and the same folder with what administrators use beside it as a zip.
pack_windows() {
  local version=$1 name folder
  name=iwtune-$version-win-x64
  folder=artifacts/publish/$name
  publish_for_windows
  bill iwtune "$version" artifacts/publish/windows/iwtune.deps.json artifacts/publish/windows
  cp LICENSE artifacts/publish/windows/
  say "making the installer for Windows"
  msi "$version" artifacts/publish/windows "artifacts/pack/$name.msi"
  rm -rf "$folder" "artifacts/pack/$name.zip"
  mkdir -p "$folder"
  cp -r artifacts/publish/windows "$folder/IwTune"
  [ ! -d deploy/windows/admx ] || cp -r deploy/windows/admx "$folder/"
  zip_folder "$name" || die "the zip for Windows is not made"
  rm -rf "$folder"
}
