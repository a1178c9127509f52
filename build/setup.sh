# shellcheck shell=bash
# What a verb needs before it can start: Debian packages and the .NET SDK.
export DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_CLI_UI_LANGUAGE=en MSBUILDTERMINALLOGGER=off
# Profiling what runs for seconds costs more than it gains: without it a build takes a third less of the processor.
export DOTNET_TieredPGO=0

say() { printf '\033[2m%s\033[0m\n' "$*" >&2; }
die() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }

# takes_long: for verbs that compile programs ahead of time, before they seem to stand still.
takes_long() { say "this takes up to an hour on two slow processors; most of it compiles programs ahead of time"; }

# step NAME COMMAND…: runs it and keeps what it took, for the table of a test run.
step() {
  local began=$EPOCHREALTIME worked
  worked=$(processor_seconds)
  "${@:2}"
  awk -v name="$1" -v wall="$(since "$began")" -v before="$worked" -v after="$(processor_seconds)" \
    'BEGIN { printf "%s\t%.1f\t%.1f\n", name, wall, after - before }' >>artifacts/test-steps.tsv
}

# at_once COMMAND… : COMMAND…: runs both, and fails when one of them does.
at_once() {
  local first=() other
  while [ "$1" != : ]; do first+=("$1") && shift; done
  "${first[@]}" & other=$!
  "${@:2}"
  wait "$other"
}

begin_steps() { mkdir -p artifacts && : >artifacts/test-steps.tsv; }

since() { awk -v a="$1" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }'; }

# What everything started since this script has used, as tests/Runner/Times/ProcessorTime.cs counts it.
processor_seconds() {
  # A process that ends between the listing and its reading is no error.
  { cat /proc/[0-9]*/stat 2>/dev/null || true; } | awk -v self=$$ '
    { pid = $1; sub(/^.*\) /, ""); started[pid] = $20; used[pid] = $12 + $13 + $14 + $15; children[pid] = $14 + $15 }
    END { sum = children[1]; for (pid in used) if (pid != 1 && started[pid] >= started[self]) sum += used[pid]; print sum / 100 }'
}

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

# One compiler for all projects of a run, which ends with the run: each compiler of its own would start with half a minute of work.
compiler=(-p:UseSharedCompilation=true "-p:SharedCompilationId=iwtune-$$")
end_compiler() {
  local process
  for process in /proc/[0-9]*; do
    if { tr '\0' ' ' <"$process/cmdline"; } 2>/dev/null | grep -q "VBCSCompiler.*iwtune-$$"; then kill "${process#/proc/}" 2>/dev/null; fi
  done
  return 0
}
trap end_compiler EXIT

# Analyzers take a third of the time of a build: a test run analyzes what is shipped, ./build.sh lint the tests as well, no other verb any.
analysis=-p:RunAnalyzers=false
analyze_product() { analysis=-p:AnalyzeTests=false; }

# build TARGET…: for release, as everything that is started by a verb or a test. A program of the tests builds the agent for the one
# framework that it has itself; the target Agent would build it for the others, too.
build() {
  local target
  mkdir -p artifacts
  for target in "$@"; do
    say "building ${target}"
    : >artifacts/building
    dotnet build "$target" -c Release -v m -clp:NoSummary "$analysis" "${compiler[@]}" 2>&1 | progress >artifacts/building.log || {
      cat artifacts/building.log >&2
      die "$target does not build"
    }
  done
}

# progress: a line for each assembly that had to be compiled; what else a build prints is passed on.
progress() {
  local line framework restored=''
  while IFS= read -r line; do
    case $line in
      *' -> '*)
        framework=${line##*/release} framework=${framework%%/*}
        [ ! "${line##* -> }" -nt artifacts/building ] || say " ${line%% -> *}${framework:+ for ${framework#_}}: compiled"
        ;;
      *' Restored '*)
        [ -n "$restored" ] || say "   packages: restored"
        restored=yes
        ;;
      *) printf '%s\n' "$line" ;;
    esac
  done
}

# compile TARGET OPTION…
compile() { quiet dotnet build "$@" -c Release -v q -clp:NoSummary "${compiler[@]}"; }

# publish PROJECT OPTION…: the source has been analyzed by the build.
publish() { quiet dotnet publish "$@" -v q -clp:NoSummary -p:RunAnalyzers=false "${compiler[@]}"; }

# The options for code compiled beforehand; IWTUNE_READY_TO_RUN=no does without, where a feed has no such compiler.
ready_to_run() { [ "${IWTUNE_READY_TO_RUN:-yes}" = no ] || echo -p:PublishReadyToRun=true -p:PublishReadyToRunComposite=false; }
