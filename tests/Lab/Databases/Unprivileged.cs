using System.Diagnostics;

namespace IwTune.Lab.Databases;

/// <summary>A user other than root, because PostgreSQL refuses to run as root.</summary>
internal static class Unprivileged
{
    private static readonly string[][] Ways =
    [
        // Debian's package makes that user.
        ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"],
        // Root of a user namespace is an unprivileged user outside; within another one it can be any user.
        ["unshare", "--user", "--map-user=1000", "--map-group=1000"],
    ];

    /// <summary>The prefix of a command.</summary>
    /// <param name="folder">Gets an owner as which the command may write.</param>
    public static IReadOnlyList<string> Login(string folder)
    {
        if (!Environment.IsPrivilegedProcess)
            return [];
        foreach (var way in Ways)
        {
            if (way[0] == "setpriv" && !Ends("chown", "postgres:postgres", folder))
                continue;
            if (Ends(way[0], [.. way[1..], "test", "-w", folder]))
                return way;
        }
        throw new LabException(
            "PostgreSQL does not run as root, and there is nobody else to run it as: neither a user postgres nor a user namespace"
        );
    }

    private static bool Ends(string program, params string[] arguments)
    {
        using var process = Process.Start(
            new ProcessStartInfo(program, arguments) { RedirectStandardError = true, RedirectStandardOutput = true }
        )!;
        process.WaitForExit();
        return process.ExitCode == 0;
    }
}
