using IwTune.Lab;
using IwTune.Testing;

namespace IwTune.EndToEnd.Roots;

/// <summary>The root directory of another system, made by <c>./build.sh roots</c>, and the shipped agent in it.</summary>
/// <param name="Name">Below <c>artifacts/roots</c>.</param>
internal sealed record SystemRoot(string Name)
{
    // A mount namespace of its own: the root directory stays as it is made, and nothing has to be unmounted.
    private const string Entering = """
        root=$1 program=$2 interpreter=$3 folder=$4; shift 4
        mount -t proc proc "$root/proc"
        mount --rbind /sys "$root/sys"
        mount --rbind /dev "$root/dev"
        mount -t tmpfs tmpfs "$root/run"
        mount -t tmpfs tmpfs "$root/tmp"
        mkdir -p "$root$folder" "$root/run/program"
        mount --bind "$folder" "$root$folder"
        mount --bind "$program" "$root/run/program"
        if [ -e "$root/etc/machine-id" ]; then mount --bind /etc/machine-id "$root/etc/machine-id"; fi
        if [ -n "$interpreter" ]; then touch "$root/run/interpreter" && mount --bind "$interpreter" "$root/run/interpreter"; fi
        exec chroot "$root" ${interpreter:+/run/interpreter} /run/program/iwtune "$@"
        """;

    private bool IsArm64 => Name.EndsWith("-arm64", StringComparison.Ordinal);

    /// <summary>A program that runs the agent in this root directory and takes the agent's arguments.</summary>
    /// <param name="folder">What the agent sees of this machine, at the same path.</param>
    public string Agent(string folder)
    {
        var root = Path.Combine(Binaries.Root, "artifacts/roots", Name);
        var published = Path.Combine(Binaries.Root, "artifacts/publish", IsArm64 ? "agent-linux-arm64" : "agent");
        foreach (var needed in new[] { root, Path.Combine(published, "iwtune") })
            if (!Path.Exists(needed))
                Lacking.Skip($"{needed} is not made: run ./build.sh roots");
        var interpreter = IsArm64 ? "/usr/bin/qemu-aarch64-static" : "";
        var (entering, program) = (Path.Combine(folder, "enter.sh"), Path.Combine(folder, "agent.sh"));
        File.WriteAllText(entering, "set -eu\n" + Entering + "\n");
        File.WriteAllText(
            program,
            $"#!/bin/sh\nexec unshare --mount sh '{entering}' '{root}' '{published}' '{interpreter}' '{folder}' \"$@\"\n"
        );
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        return program;
    }
}
