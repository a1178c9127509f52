# shellcheck shell=bash
# What a verb needs before it can start: Debian packages and the .NET SDK.
export DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1 MSBUILDTERMINALLOGGER=off

say() { printf '\033[2m%s\033[0m\n' "$*" >&2; }
die() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }

# packages PACKAGE…: installs those that are missing.
packages() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  command -v apt-get >/dev/null || die "these Debian packages, or what your distribution calls them, are missing: ${missing[*]}"
  say "installing ${missing[*]}"
  as_root apt-get update -qq ||
    say "apt-get update failed; trying with the lists that are here"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    die "could not install ${missing[*]}: install them yourself, then run this again"
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else die "root is needed for: $* — run it as root, then run this again"
  fi
}

sdk() {
  command -v dotnet >/dev/null || die "the .NET SDK 10.0 is missing: https://learn.microsoft.com/dotnet/core/install/linux-debian"
  dotnet --version >/dev/null 2>&1 || die "no installed .NET SDK satisfies global.json: install .NET SDK 10.0 (found: $(dotnet --list-sdks | tr '\n' ' '))"
}

# quiet COMMAND…: shows what it printed only when it fails.
quiet() {
  local output
  output=$("$@" 2>&1) || { printf '%s\n' "$output" >&2; return 1; }
}

# build TARGET…
build() {
  local target
  for target in "$@"; do
    say "building ${target}"
    quiet dotnet build "$target" -v q -clp:NoSummary || die "$target does not build"
  done
}

# The agent as it is shipped: one native binary. TFMs.props says for which framework.
# Restoring it for that framework alone asks no feed for native packs of the others.
publish_agent() {
  local framework
  framework=$(sed -n 's:.*>\(net[0-9.]*\)</ShippedAgentFramework>.*:\1:p' TFMs.props)
  say "publishing the native agent ($framework)"
  quiet dotnet publish Agent -f "$framework" -r linux-x64 -p:PublishAot=true "-p:AgentFrameworks=$framework" -o artifacts/publish/agent -v q -clp:NoSummary ||
    die "the native agent does not publish"
}
