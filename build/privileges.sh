# shellcheck shell=bash
# Network namespaces need privileges; everything else, and above all building, runs as whoever called.

# privileged COMMAND…: as root when we are, else through sudo, else in a user namespace of our own.
privileged() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    say "asking sudo for the privilege to make network namespaces"
    sudo --preserve-env=CI,DOTNET_TieredPGO,IWTUNE_FUZZ,IWTUNE_FUZZ_SEED,IWTUNE_GLIBC,PATH,HOME,DOTNET_ROOT,DOTNET_NOLOGO,DOTNET_CLI_TELEMETRY_OPTOUT "$@"
  elif unshare --user --map-root-user --net --mount true 2>/dev/null; then
    say "no root: running in an unprivileged user namespace"
    # `ip netns` keeps names below /run, which only the real root may write.
    unshare --user --map-root-user --net --mount sh -c 'mount -t tmpfs tmpfs /run && ip link set lo up && exec "$@"' sh "$@"
  else
    die "network namespaces cannot be made here: run as root, install sudo, or allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1; user.max_user_namespaces above 0)"
  fi
}
