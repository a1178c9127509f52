namespace IwTune.Lab;

/// <summary>
/// Programs that see directories of the test in place of the machine's: <c>/run</c>, <c>/etc/…</c>. The mounts are in a mount namespace of
/// the program alone and end with it. <c>/sys</c> is read only, which shows systemd's programs that there is no udev.
/// </summary>
public static class PrivateMounts
{
    // `ip netns exec` has made the mount namespace; `exec` keeps the process id.
    private const string Script = """
        mount -o remount,bind,ro /sys || exit 70
        while [ "$1" != -- ]; do mount --bind "$1" "$2" || exit 70; shift 2; done
        shift; exec "$@"
        """;

    /// <summary>Starts a program in a network namespace with these mounts, made in their order.</summary>
    /// <exception cref="LabException">The program could not be started.</exception>
    public static LabProcess Start(
        NetNamespace space,
        IEnumerable<PrivateMount> mounts,
        string program,
        IEnumerable<string> arguments,
        IReadOnlyDictionary<string, string>? environment = null
    ) => space.Start("sh", Command(mounts, program, arguments), environment);

    /// <summary>Runs a command to completion with these mounts.</summary>
    public static CommandResult Run(NetNamespace space, IEnumerable<PrivateMount> mounts, string program, params string[] arguments) =>
        space.TryExec("sh", Command(mounts, program, arguments));

    /// <summary>Runs code on a thread of the namespace that has these mounts; the programs that it starts have them too.</summary>
    public static T On<T>(NetNamespace space, IEnumerable<PrivateMount> mounts, Func<T> work) =>
        space.Run(() =>
        {
            Commands.Run("mount", "-o", "remount,bind,ro", "/sys");
            foreach (var mount in mounts)
                Commands.Run("mount", "--bind", mount.Source, mount.At);
            return work();
        });

    private static string[] Command(IEnumerable<PrivateMount> mounts, string program, IEnumerable<string> arguments) =>
        ["-c", Script, "sh", .. mounts.SelectMany(mount => (string[])[mount.Source, mount.At]), "--", program, .. arguments];
}

/// <summary>One mount of a program.</summary>
/// <param name="Source">A file or directory of the test.</param>
/// <param name="At">The path at which the program sees it; it exists on the machine, or in a directory mounted before.</param>
public sealed record PrivateMount(string Source, string At);
