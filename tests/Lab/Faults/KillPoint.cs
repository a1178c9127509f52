namespace IwTune.Lab;

/// <summary>
/// A moment at which a program is killed: before its Nth system call that leaves a trace. strace delivers the signal on entry, so that call
/// is no longer made, and every moment between two such calls has a number.
/// </summary>
public static class KillPoint
{
    private const string Lasting =
        "write,pwrite64,writev,fsync,fdatasync,ftruncate,"
        + "rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,link,linkat,sendto,sendmsg";

    /// <summary>The words before a command that kill it there.</summary>
    /// <param name="number">From 1 on. strace counts each thread's calls by themselves.</param>
    /// <param name="files">Only calls that name or write one of these paths count; none for every call.</param>
    public static IReadOnlyList<string> Before(int number, params string[] files)
    {
        var command = Injecting(Lasting, $"signal=SIGKILL:when={number}");
        return [.. command, .. files.SelectMany(file => new[] { "-P", file })];
    }

    /// <summary>The words before a command that let strace disturb some of its system calls.</summary>
    /// <param name="calls">The system calls.</param>
    /// <param name="what">As after the calls in strace's <c>inject</c>.</param>
    /// <param name="trace">Gets the calls, with the paths of their files; <see langword="null"/> for none.</param>
    public static IReadOnlyList<string> Injecting(string calls, string what, string? trace = null) =>
        ["strace", "-f", "-qq", "-y", "-o", trace ?? "/dev/null", "-e", $"trace={calls}", "-e", $"inject={calls}:{what}"];

    /// <summary>The command that runs a program and kills it there, for callers that start it in a namespace themselves.</summary>
    /// <param name="number">From 1 on.</param>
    /// <param name="program">The program.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <returns>The arguments of <c>strace</c>.</returns>
    public static string[] Arguments(int number, string program, params string[] arguments) =>
        [.. Before(number).Skip(1), program, .. arguments];

    /// <summary>
    /// Ends a program that was not killed, as systemd does. strace holds back signals that would end itself, so its child gets the signal.
    /// </summary>
    /// <returns>Its exit code; 137 when the moment came after all, during or just before the stop.</returns>
    public static Task<int> StopAsync(LabProcess traced)
    {
        const int terminate = 15;
        if (traced.Children is [var child])
            Native.Signal(child, terminate);
        return traced.WaitForExitAsync();
    }

    /// <summary>Runs a program to completion or to that moment.</summary>
    /// <returns>True when it was killed; false when it ended before that moment.</returns>
    /// <exception cref="LabException">It ended by itself with an error.</exception>
    public static bool Reached(NetNamespace space, int number, string program, params string[] arguments)
    {
        const int killed = 128 + 9;
        var result = space.TryExec("strace", Arguments(number, program, arguments));
        return result.ExitCode switch
        {
            killed => true,
            0 => false,
            _ => throw new LabException(
                $"{program} {string.Join(' ', arguments)} ended with {result.ExitCode}: {result.Error}{result.Output}"
            ),
        };
    }
}
