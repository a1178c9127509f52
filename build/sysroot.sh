# shellcheck shell=bash
# The C library that native programs are linked against. A program asks for the symbol versions of the library it was linked with, so what
# is linked on Debian 12 starts on no older system. The library of Debian 11, unpacked into a folder, reaches further back.
#
# IWTUNE_GLIBC chooses: `bullseye`, or another suite that the machine's Debian mirror serves; `machine` for this machine's own library.
# Unset: bullseye, and this machine's own library where bullseye is not served.

# sysroot ARCHITECTURE: prints the folder for Debian's name of an architecture, and nothing for this machine's own library.
sysroot() {
  local suite=${IWTUNE_GLIBC:-bullseye} folder
  [ "$suite" != machine ] || return 0
  folder=$PWD/artifacts/sysroot/$suite-$1
  if unpack_debian "$suite" "$1" "$folder" libc6 libc6-dev libgcc-s1 'libgcc-[0-9]+-dev' linux-libc-dev zlib1g zlib1g-dev; then
    echo "$folder"
  elif [ -n "${IWTUNE_GLIBC:-}" ]; then
    die "IWTUNE_GLIBC is $suite, but the C library of $suite for $1 cannot be downloaded"
  else
    say "the C library of $suite for $1 cannot be downloaded: linking against $(getconf GNU_LIBC_VERSION), it starts on no older one"
  fi
}

# unpack_debian SUITE ARCHITECTURE FOLDER PACKAGE…: without installing them, and without root. A package whose name has a version in it is
# named by an expression, and the newest is taken. The folder is complete, or it is not there.
unpack_debian() {
  local suite=$1 architecture=$2 folder=$3 work package names=()
  [ ! -d "$folder" ] || return 0
  work=$(realpath -m "$folder").new
  say "unpacking ${folder##*/} of Debian"
  rm -rf "$work"
  mkdir -p "$work/root" "$work/packages" "$work/apt/lists/partial" "$work/apt/archives/partial"
  : >"$work/apt/status"
  if debian_source "$suite" >"$work/apt/sources.list" && foreign_apt get update >/dev/null 2>&1; then
    for package in "${@:4}"; do names+=("$(foreign_apt cache pkgnames | grep -Ex "$package" | sort -V | tail -1)"); done
    if (cd "$work/packages" && foreign_apt get download "${names[@]}") >/dev/null 2>&1; then
      for package in "$work/packages"/*.deb; do dpkg-deb -x "$package" "$work/root" || return 1; done
      relative_links "$work/root"
      mv "$work/root" "$folder"
    fi
  fi
  rm -rf "$work"
  [ -d "$folder" ]
}

# foreign_apt get|cache ARGUMENT…: apt with lists of its own in $work, for the packages of $architecture.
foreign_apt() {
  "apt-$1" -o Dir::State="$work/apt" -o Dir::State::status="$work/apt/status" -o Dir::Cache="$work/apt" \
    -o Dir::Etc::sourcelist="$work/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
    -o APT::Architecture="$architecture" -o APT::Architectures="$architecture" -o APT::Sandbox::User= -o APT::Update::Error-Mode=any \
    -o Acquire::Languages=none -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false "${@:2}"
}

# debian_source SUITE: the line for it in a list of apt's.
debian_source() {
  local mirror
  mirror=$(debian_mirror)
  [ -n "$mirror" ] && echo "deb [signed-by=$(debian_keys)] $mirror $1 main"
}

# Where this machine gets Debian's packages from.
debian_mirror() {
  # shellcheck disable=SC2016 # a field of apt's
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' 2>/dev/null | grep -v security | head -1
}

debian_keys() { echo /usr/share/keyrings/debian-archive-keyring.gpg; }

# relative_links FOLDER: absolute links would lead to this machine's files.
relative_links() {
  local link
  while IFS= read -r link; do
    ln -sfn "$(realpath -m --relative-to="${link%/*}" "$1$(readlink "$link")")" "$link"
  done < <(find "$1" -lname '/*')
}
