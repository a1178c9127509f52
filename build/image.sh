# shellcheck shell=bash
# The agent as a container image: nothing but the program, the libraries of Debian that it loads, and chown for an init container.
# docs/quickstart-kubernetes.md describes it, deploy/kubernetes runs it.

# verb_image: one OCI archive for each architecture.
verb_image() {
  # shellcheck disable=SC2046 # lists of names
  packages buildah libcap2-bin dpkg binutils python3 $(native_packages linux-x64) $(native_packages linux-arm64)
  sdk
  takes_long
  local rid
  for rid in linux-x64 linux-arm64; do publish_image "$rid"; done
  images
  ls -lh artifacts/pack/iwtune-*-image-*.tar
}

# publish_image RID: the image has no iwtune-tools: docs/adr/0042-two-native-programs.md.
publish_image() { publish_native "$1" "artifacts/publish/$(published_as agent "$1")" -p:Tools=false; }

# images: of every architecture that is published.
images() {
  local rid agent
  for rid in linux-x64 linux-arm64; do
    agent=artifacts/publish/$(published_as agent "$rid")
    [ ! -f "$agent/iwtune" ] || image "$(product_version)" "$(debian_architecture "$rid")" "$agent/iwtune"
  done
}

# image VERSION ARCHITECTURE PROGRAM [TO]: the same commit, program and packages of Debian give the same digest and the same file.
image() {
  local version=$1 architecture=$2 program=$3 to=${4:-artifacts/pack} tree=artifacts/stage/image-$2 layout=artifacts/stage/oci-$2
  local name=iwtune-$version-image-$architecture epoch container
  say "image of the agent for $architecture"
  epoch=$(git log -1 --format=%ct)
  as_root rm -rf "$tree" "$layout"
  image_tree "$architecture" "$program" "$tree"
  container=$(buildah_ from --arch "$architecture" scratch)
  # Owners and the capability are given where buildah has mounted the image.
  # shellcheck disable=SC2016 # a program for another shell
  as_root sh -euc '
    cp -r --preserve=mode "$1"/. "$2"/
    chown -R 0:0 "$2"
    chown 10743:10743 "$2/var/lib/iwtune" "$2/run/iwtune"
    setcap cap_net_admin=ep "$2/usr/bin/iwtune"' sh "$tree" "$(buildah_ mount "$container")"
  buildah_ umount "$container" >/dev/null
  # The path is for 'kubectl exec': not every runtime has a default one.
  buildah_ config --arch "$architecture" --os linux --user 10743:10743 --entrypoint '["/usr/bin/iwtune"]' --cmd run --env PATH=/usr/bin \
    --label "org.opencontainers.image.title=iwtune" --label "org.opencontainers.image.version=$version" \
    --label "org.opencontainers.image.licenses=MIT" --label "org.opencontainers.image.revision=$(git rev-parse HEAD)" "$container"
  # One entry of history, of the time of the commit.
  buildah_ commit -q --disable-compression=false --timestamp "$epoch" --squash "$container" "oci:$layout:iwtune:$version" >/dev/null
  buildah_ rm "$container" >/dev/null
  mkdir -p "$to"
  as_root tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX "--mtime=@$epoch" -cf "$to/$name.tar" -C "$layout" \
    oci-layout index.json blobs
  say "$name: $(sed -n 's/.*"digest":"\([^"]*\)".*/\1/p' "$layout/index.json")"
}

# buildah_ ARGUMENT…: with a store of its own, and without mounts that a container may not make.
buildah_() {
  as_root env BUILDAH_ISOLATION=chroot buildah --storage-driver vfs --root "$PWD/artifacts/buildah" --runroot "$PWD/artifacts/buildah-run" "$@"
}

# image_tree ARCHITECTURE PROGRAM TREE: everything that is in the image. The server's CA is fetched and held against its pin when a host
# enrols, and that CA alone is trusted, so there are no certificates of other authorities.
image_tree() {
  local architecture=$1 program=$2 tree=$3 debian=artifacts/stage/image-debian-$1 library package
  mkdir -p "$tree"/{etc,proc,sys,dev,tmp,run/iwtune,var/lib/iwtune,var/lib/dpkg/status.d}
  image_packages "$architecture" "$debian"
  put 755 "$program" "$tree/usr/bin/iwtune"
  put 755 "$debian/root/bin/chown" "$tree/usr/bin/chown"
  # OpenSSL is loaded by .NET, libgcc by the C library when a thread ends: no header of the program names them.
  image_libraries "$debian/root" "$program" "$debian/root/bin/chown" libssl.so.3 libgcc_s.so.1 >"$debian/libraries"
  tar -C "$debian/root" -T "$debian/libraries" -c | tar -C "$tree" -x
  # By these a scanner knows which packages of Debian are in the image, and in which versions.
  for package in "$debian"/packages/*.deb; do
    library=$(dpkg-deb -f "$package" Package)
    dpkg-deb -f "$package" >"$tree/var/lib/dpkg/status.d/$library"
    put 644 "$debian/root/usr/share/doc/$library/copyright" "$tree/usr/share/doc/$library/copyright"
  done
  put 644 LICENSE "$tree/usr/share/doc/iwtune/copyright"
  bill iwtune "$(product_version)" "${program%/iwtune}.assets.json" "$tree/usr/share/doc/iwtune" "$tree/var/lib/dpkg/status.d"
  printf 'root:x:0:0:root:/:/sbin/nologin\niwtune:x:10743:10743:IwTune agent:/var/lib/iwtune:/sbin/nologin\n' >"$tree/etc/passwd"
  printf 'root:x:0:\niwtune:x:10743:\n' >"$tree/etc/group"
  printf 'hosts: files dns\n' >"$tree/etc/nsswitch.conf"
  find "$tree" -type d -exec chmod 755 {} +
  find "$tree" -type f -name '*.so*' -exec chmod 755 {} + -o -type f ! -path '*/bin/*' -exec chmod 644 {} +
  chmod 700 "$tree/var/lib/iwtune" "$tree/run/iwtune"
  chmod 1777 "$tree/tmp"
}

# image_libraries ROOT PROGRAM|NAME…: the paths below the root of all shared libraries that these need, and of the loader.
image_libraries() {
  local root=$1 next path seen=' '
  local -a left=("${@:2}")
  while [ ${#left[@]} -gt 0 ]; do
    next=${left[0]} left=("${left[@]:1}")
    [[ $seen != *" $next "* ]] || continue
    seen+="$next "
    path=$next
    if [ ! -f "$path" ]; then
      # A name, or the loader's own path, which is in the header of a program.
      path=$(cd "$root" && find . \( -name "$next" -o -path "./$next" \) -printf '%P\n' | LC_ALL=C sort | head -1)
      [ -n "$path" ] || die "build/image.sh: no package of the image has $next"
      while [ -L "$root/$path" ]; do
        echo "$path"
        next=$(readlink "$root/$path")
        if [[ $next = /* ]]; then path=${next#/}; else path=${path%/*}/$next; fi
      done
      echo "$path"
      path=$root/$path
    fi
    mapfile -t -O ${#left[@]} left < <(
      readelf -W -d "$path" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'
      readelf -W -l "$path" | sed -n 's:.*interpreter\: /\([^]]*\)\]:\1:p'
    )
  done | LC_ALL=C sort -u
}

# image_packages ARCHITECTURE FOLDER: Debian 12's newest, with its security updates where this machine's apt has that archive.
image_packages() {
  local architecture=$1 folder=$2 work package
  work=$(realpath -m "$folder")
  rm -rf "$work"
  mkdir -p "$work/root" "$work/packages" "$work/apt/lists/partial" "$work/apt/archives/partial"
  : >"$work/apt/status"
  { debian_source bookworm && debian_security bookworm; } >"$work/apt/sources.list" || die "this machine has no Debian mirror"
  quiet foreign_apt get update || die "the lists of Debian's packages for $architecture cannot be downloaded"
  (cd "$work/packages" && quiet foreign_apt get download libc6 libgcc-s1 gcc-12-base libssl3 coreutils) ||
    die "the image's libraries for $architecture cannot be downloaded"
  for package in "$work/packages"/*.deb; do dpkg-deb -x "$package" "$work/root"; done
}

# debian_security SUITE: the line for its security updates, and nothing where apt has no such archive.
debian_security() {
  local mirror
  # shellcheck disable=SC2016 # a field of apt's
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $1-security" 2>/dev/null | head -1)
  if [ -n "$mirror" ]; then echo "deb [signed-by=$(debian_keys)] $mirror $1-security main"
  else say "apt has no archive of security updates here: the image has the libraries of the last point release"
  fi
}
