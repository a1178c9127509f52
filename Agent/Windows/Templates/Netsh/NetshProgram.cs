using IwTune.Agent.Windows.Programs;

namespace IwTune.Agent.Windows.Templates.Netsh;

/// <summary>The program itself, one process per command.</summary>
/// <param name="path">Its absolute path.</param>
/// <param name="clock">Times the limit.</param>
internal sealed class NetshProgram(string path, TimeProvider clock) : INetsh
{
    /// <summary>How long one command may take; they end within a second where nothing is broken.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    private readonly BoundedProgram _program = new(path, Limit, clock);

    /// <summary>The netsh of this Windows, by GetSystemDirectory: independent of the search path and of variables.</summary>
    public static NetshProgram OfThisWindows(TimeProvider clock) => new(Path.Combine(Environment.SystemDirectory, "netsh.exe"), clock);

    /// <inheritdoc/>
    public async ValueTask<NetshRun> RunAsync(NetshCommand command, CancellationToken ct)
    {
        var run = await _program.RunAsync(command.Arguments, ct);
        return new NetshRun(run.ExitCode, run.Output, run.Problem) { Errors = run.Errors };
    }
}
