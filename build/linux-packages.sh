# shellcheck shell=bash
# The packages for Debian and for distributions with rpm. Both are made of one staged tree, so they install the same files.
# Sources: deploy/packages. A build of the same commit and the same programs gives the same bytes.

# linux_packages VERSION: the packages of every architecture that is published.
linux_packages() {
  local version=$1 agent server architecture rid
  packages binutils dpkg rpm python3
  for rid in linux-x64 linux-arm64; do
    architecture=$(debian_architecture "$rid")
    agent=artifacts/publish/$(published_as agent "$rid") server=artifacts/publish/$(published_as server "$rid")
    [ ! -f "$agent/iwtune" ] || package_agent "$version" "$architecture" "$agent" artifacts/publish/share
    [ ! -f "$server/iwtune-server" ] || package_server "$version" "$architecture" "$server"
  done
}

# package_agent VERSION ARCHITECTURE FOLDER SHARE [TO]: SHARE is what agent_share laid out.
package_agent() {
  local version=$1 architecture=$2 folder=$3 share=$4 to=${5:-artifacts/pack} tree=artifacts/stage/iwtune-$2 companion page
  say "packages of the agent for $architecture"
  stage "$tree"
  put 755 "$folder/iwtune" "$tree/usr/bin/iwtune"
  for companion in "$folder"/libexec/iwtune/*; do
    [ ! -f "$companion" ] || put 755 "$companion" "$tree/usr/libexec/iwtune/${companion##*/}"
  done
  for companion in before-removal service-state; do
    put 755 "deploy/packages/iwtune/$companion" "$tree/usr/libexec/iwtune/$companion"
  done
  put 644 deploy/systemd/iwtune.service "$tree/usr/lib/systemd/system/iwtune.service"
  agent_rights "$tree/usr/share"
  put 644 deploy/packages/iwtune/sysusers.conf "$tree/usr/lib/sysusers.d/iwtune.conf"
  put 644 deploy/packages/iwtune/default "$tree/etc/default/iwtune"
  put 644 deploy/iproute2/rt_protos.d/iwtune.conf "$tree/etc/iproute2/rt_protos.d/iwtune.conf"
  put 644 "$share/bash-completion/completions/iwtune" "$tree/usr/share/bash-completion/completions/iwtune"
  put 644 "$share/zsh/site-functions/_iwtune" "$tree/usr/share/zsh/site-functions/_iwtune"
  put 644 "$share/fish/vendor_completions.d/iwtune.fish" "$tree/usr/share/fish/vendor_completions.d/iwtune.fish"
  bill iwtune "$version" "$folder.assets.json" "$tree/usr/share/doc/iwtune"
  for page in "$share"/man/man1/*.1; do zip_to "$page" "$tree/usr/share/man/man1/${page##*/}.gz"; done
  package_tree iwtune "$version" "$architecture" "$tree" "$to"
}

# agent_rights SHARE: what gives the agent more than its unit does, where it is needed.
agent_rights() {
  local example
  for example in deploy/systemd/drop-ins/*.conf deploy/systemd/examples/*; do
    put 644 "$example" "$1/doc/iwtune/examples/${example##*/}"
  done
  put 644 deploy/packages/iwtune/polkit.rules "$1/polkit-1/rules.d/iwtune.rules"
}

# package_server VERSION ARCHITECTURE FOLDER [TO]
package_server() {
  local version=$1 architecture=$2 folder=$3 to=${4:-artifacts/pack} tree=artifacts/stage/iwtune-server-$2 file
  say "packages of the server for $architecture"
  stage "$tree"
  for file in "$folder"/*; do
    case $file in
      */iwtune-server) put 755 "$file" "$tree/usr/lib/iwtune-server/iwtune-server" ;;
      *) put 644 "$file" "$tree/usr/lib/iwtune-server/${file##*/}" ;;
    esac
  done
  mkdir -p "$tree/usr/bin"
  ln -s ../lib/iwtune-server/iwtune-server "$tree/usr/bin/iwtune-server"
  put 644 deploy/systemd/iwtune-server.service "$tree/usr/lib/systemd/system/iwtune-server.service"
  for file in deploy/systemd/server-drop-ins/*.conf; do
    put 644 "$file" "$tree/usr/share/doc/iwtune-server/examples/${file##*/}"
  done
  put 644 deploy/packages/iwtune-server/default "$tree/etc/default/iwtune-server"
  bill iwtune-server "$version" "$folder.deps.json" "$tree/usr/share/doc/iwtune-server"
  zip_to deploy/packages/iwtune-server/iwtune-server.1 "$tree/usr/share/man/man1/iwtune-server.1.gz"
  package_tree iwtune-server "$version" "$architecture" "$tree" "$to"
}

stage() { rm -rf "$1" && mkdir -p "$1"; }

# put MODE FROM TO
put() { install -D -m "$1" "$2" "$3"; }

# zip_to FROM TO: without the time and the name of the file.
zip_to() { mkdir -p "${2%/*}" && gzip -9n <"$1" >"$2" && chmod 644 "$2"; }

# package_tree NAME VERSION ARCHITECTURE TREE TO: both packages of a staged tree.
package_tree() {
  local name=$1 version=$2 architecture=$3 tree=$4 to=$5
  local SOURCE_DATE_EPOCH
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
  export SOURCE_DATE_EPOCH
  put 644 LICENSE "$tree/usr/share/doc/$name/copyright"
  zip_to CHANGELOG.md "$tree/usr/share/doc/$name/CHANGELOG.md.gz"
  mkdir -p "$to"
  package_rpm "$name" "$version" "$architecture" "$tree" "$to"
  package_deb "$name" "$version" "$architecture" "$tree" "$to"
}

# The first line of a description is its summary, as in a control file of Debian; '.' is an empty line.
summary_of() { head -1 "deploy/packages/$1/description"; }
description_of() { tail -n +2 "deploy/packages/$1/description"; }

maintainer_of() { sed -n 's/^Maintainer: //p' "deploy/packages/$1/control"; }

package_deb() {
  local name=$1 version=$2 architecture=$3 tree=$4 to=$5 control=$4/DEBIAN source=deploy/packages/$1 script
  # Debian's zsh reads packages' completions from a directory of their own.
  if [ -d "$tree/usr/share/zsh/site-functions" ]; then mv "$tree/usr/share/zsh/site-functions" "$tree/usr/share/zsh/vendor-completions"; fi
  [ ! -f "$source/lintian-overrides" ] || put 644 "$source/lintian-overrides" "$tree/usr/share/lintian/overrides/$name"
  zip_to <(debian_changelog "$name" "$version") "$tree/usr/share/doc/$name/changelog.gz"
  mkdir -p "$control"
  for script in postinst prerm postrm; do put 755 "$source/$script" "$control/$script"; done
  (cd "$tree" && find etc -type f -printf '/%p\n' | LC_ALL=C sort) >"$control/conffiles"
  (cd "$tree" && find etc usr -type f -printf '%p\0' | LC_ALL=C sort -z | xargs -0 md5sum) >"$control/md5sums"
  {
    sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@LIBRARIES@/$(deb_libraries "$tree")/" \
      -e "s/@SIZE@/$(du -k -s --apparent-size --exclude=DEBIAN "$tree" | cut -f1)/" "$source/control"
    printf 'Description: %s\n' "$(summary_of "$name")"
    description_of "$name" | sed 's/^/ /'
  } >"$control/control"
  chmod 644 "$control"/{conffiles,md5sums,control}
  same_times "$tree"
  # One thread: the output of several depends on how much memory the machine has.
  quiet dpkg-deb --root-owner-group --threads-max=1 "${deb_compression:--Zxz}" --build "$tree" \
    "$to/${name}_${version}_$architecture.deb" || die "dpkg-deb could not build $name"
}

debian_changelog() { # debian_changelog NAME VERSION
  printf '%s (%s) stable; urgency=medium\n\n  * See CHANGELOG.md.gz.\n\n' "$1" "$2"
  printf ' -- %s  %s\n' "$(maintainer_of "$1")" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")"
}

rpm_changelog() { # rpm_changelog NAME VERSION
  printf '* %s %s - %s-1\n' "$(LC_ALL=C date -u -d "@$SOURCE_DATE_EPOCH" '+%a %b %d %Y')" "$(maintainer_of "$1")" "$2"
  echo '- See CHANGELOG.md.gz.'
}

# deb_libraries TREE: the shared libraries that its programs are linked with, and the oldest glibc that has their symbols.
deb_libraries() {
  local program glibc
  local -a programs=()
  while IFS= read -r -d '' program; do
    if [ "$(head -c 4 "$program" | tr -d '\0')" = $'\x7fELF' ]; then programs+=("$program"); fi
  done < <(find "$1" -type f \( -perm /111 -o -name '*.so' \) -print0)
  glibc=$(readelf -W -V "${programs[@]}" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -1)
  printf 'libc6 (>= %s)' "${glibc#GLIBC_}"
  readelf -W -d "${programs[@]}" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u | while read -r program; do
    case $program in
      libstdc++.so.6) printf ', libstdc++6' ;;
      libgcc_s.so.1) printf ', libgcc-s1' ;;
      libz.so.1) printf ', zlib1g' ;;
      ld-linux* | libc.so.6 | libm.so.6 | libdl.so.2 | librt.so.1 | libpthread.so.0) ;; # parts of libc6
      *) die "build/linux-packages.sh names no Debian package for $program" ;;
    esac
  done
}

package_rpm() {
  local name=$1 version=$2 architecture=$3 tree=$4 to=$5 top summary
  top=$(mktemp -d)
  summary=$(summary_of "$name")
  # A configuration file that was changed is kept, here as in a deb package.
  # Its own directories, and those of shells and of iproute2, which may not be installed and may then be nobody's.
  (cd "$tree" && find . \( -type f -o -type l \) -printf '/%P\n' -o -type d -regextype posix-extended \
    -regex '.*/iwtune(-server)?|.*/share/(bash-completion|doc/iwtune(-server)?|fish|polkit-1|zsh)(/.*)?|.*/iproute2(/.*)?' -printf '%%dir /%P\n') |
    LC_ALL=C sort | sed -e 's:^/etc/:%config(noreplace) &:' -e 's:^/usr/share/man/:%doc &:' \
    -e 's:^/usr/share/doc/.*/copyright$:%license &:' -e 's:^/usr/share/doc/:%doc &:' >"$top/list"
  description_of "$name" | sed 's/^\.$//' >"$top/description"
  rpm_changelog "$name" "$version" >"$top/changes"
  sed -e "s/@VERSION@/$version/" -e "s/@SUMMARY@/${summary^}/" -e "s/@PACKAGER@/$(maintainer_of "$name")/" \
    -e "/^@DESCRIPTION@/{r $top/description
d}" -e "/^@CHANGES@/{r $top/changes
d}" "deploy/packages/$name/$name.spec" >"$top/$name.spec"
  same_times "$tree"
  quiet rpmbuild -bb --target "$(rpm_architecture "$architecture")" --define "_topdir $top" --define "_rpmdir $top" \
    --define '_rpmfilename %{NAME}-%{VERSION}-%{RELEASE}.%{ARCH}.rpm' --define "tree $PWD/$tree" --define "list $top/list" \
    --define 'debug_package %{nil}' --define '__os_install_post %{nil}' --define '_build_id_links none' \
    --define "_binary_payload ${rpm_compression:-w6.xzdio}" \
    --define 'use_source_date_epoch_as_buildtime 1' --define 'clamp_mtime_to_source_date_epoch 1' --define '_buildhost localhost' \
    "$top/$name.spec" || die "rpmbuild could not build $name"
  mv "$top"/*.rpm "$to/"
  rm -rf "$top"
}

rpm_architecture() { case $1 in amd64) echo x86_64 ;; arm64) echo aarch64 ;; esac; }

# same_times TREE: every file is of the time of the commit.
same_times() { find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +; }
