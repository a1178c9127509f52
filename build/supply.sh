# shellcheck shell=bash
# Where the parts of a package come from, and how its receiver can tell: locks, bills of materials, checksums. docs/release.md

# verb_locks: the versions and hashes that a build restores.
verb_locks() {
  sdk
  dotnet restore IwTune.sln -v q --force-evaluate
  git status --short -- '*packages.lock.json'
}

# bill NAME VERSION SOURCE FOLDER [DEBIAN]: sbom.cdx.json and THIRD-PARTY-NOTICES.txt; build/bill.py says what the source is.
bill() {
  python3 build/bill.py "$1" "$2" "$(git log -1 --format=%ct)" "${@:4:1}" "$3" "${@:5}" || die "there is no bill of materials of $1"
}

# tarball FOLDER FILE: the same files give the same bytes.
tarball() {
  mkdir -p "${2%/*}"
  (cd "$1" && tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX "--mtime=@$(git log -1 --format=%ct)" -c -- *) |
    gzip -9n >"$2"
}

# zip_folder NAME: a folder of artifacts/publish; the same files give the same bytes.
zip_folder() {
  find "artifacts/publish/$1" -exec touch -h -d "@$(git log -1 --format=%ct)" {} +
  (cd artifacts/publish && find "$1" | LC_ALL=C sort | TZ=UTC quiet zip -qX "../pack/$1.zip" -@)
}

# verb_sums [--sign KEY]
verb_sums() {
  local key
  key=$(signing_key "$@") || usage
  sums "$key"
}

signing_key() {
  case $#:${1:-} in
    0:) ;;
    2:--sign) echo "$2" ;;
    *) return 1 ;;
  esac
}

# sums KEY: SHA256SUMS of everything in artifacts/pack, and its signature where a key is named.
sums() {
  (cd artifacts/pack && rm -f SHA256SUMS SHA256SUMS.asc && sha256sum -- * >"../SHA256SUMS" && mv ../SHA256SUMS .)
  [ -n "$1" ] || return 0
  packages gnupg
  gpg --batch --yes --armor --local-user "$1" --output artifacts/pack/SHA256SUMS.asc --detach-sign artifacts/pack/SHA256SUMS ||
    die "SHA256SUMS is not signed: gpg has no secret key $1, or it could not be used (gpg --list-secret-keys)"
}

# The lists of known defects that a feed serves, and the licences of what is shipped.
audit() {
  local found
  say "looking for packages with known defects"
  if ! curl -fsS "$(feed)" 2>/dev/null | grep -q VulnerabilityInfo; then
    say "the feed $(feed) serves no list of known defects: they were not looked for. With another feed: dotnet restore -p:NuGetAudit=true"
  fi
  found=$(dotnet restore IwTune.sln -v q --force "-p:WarningsAsErrors=NU1901%3BNU1902%3BNU1903%3BNU1904" '-p:WarningsNotAsErrors=' 2>&1) ||
    die "$found"
}

# The first feed that NuGet uses.
feed() { dotnet nuget list source --format short | sed -n 's/^E //p' | head -1; }
