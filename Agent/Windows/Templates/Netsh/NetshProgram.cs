using System.ComponentModel;
using System.Diagnostics;

namespace IwTune.Agent.Windows.Templates.Netsh;

/// <summary>The program itself, one process per command.</summary>
/// <param name="path">
/// An absolute path: the agent runs as LocalSystem, and a user who could choose the program would be LocalSystem too.
/// </param>
/// <param name="clock">Times the limit.</param>
internal sealed class NetshProgram(string path, TimeProvider clock) : INetsh
{
    /// <summary>How long one command may take; they end within a second where nothing is broken.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    // An ended program is gone at once, unless a driver holds it; then it is left behind.
    private static readonly TimeSpan Parting = TimeSpan.FromSeconds(5);

    /// <summary>The netsh of this Windows, by GetSystemDirectory: independent of the search path and of variables.</summary>
    public static NetshProgram OfThisWindows(TimeProvider clock) => new(Path.Combine(Environment.SystemDirectory, "netsh.exe"), clock);

    /// <inheritdoc/>
    public async ValueTask<NetshRun> RunAsync(NetshCommand command, CancellationToken ct)
    {
        ct.ThrowIfCancellationRequested();
        using var process = new Process { StartInfo = Start(command) };
        try
        {
            if (!process.Start())
                return Problem($"{path} did not start");
        }
        catch (Exception refused) when (refused is Win32Exception or InvalidOperationException or IOException)
        {
            return Problem(NetshStart.Explain(path, refused));
        }
        using var limit = new CancellationTokenSource(Limit, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(ct, limit.Token);
        var output = new CappedOutput();
        var errors = new CappedOutput();
        var reads = BothAsync(output.ReadAsync(process.StandardOutput.BaseStream), errors.ReadAsync(process.StandardError.BaseStream));
        try
        {
            process.StandardInput.Close();
            // Reading a pipe of Windows cannot be cancelled: it ends with the program.
            await reads.WaitAsync(either.Token);
            await process.WaitForExitAsync(either.Token);
            return new NetshRun(process.ExitCode, output.Bytes) { Errors = errors.Bytes };
        }
        catch (Exception stopped) when (stopped is OperationCanceledException or IOException)
        {
            await EndAsync(process, reads);
            ct.ThrowIfCancellationRequested();
            var why =
                stopped is OperationCanceledException ? $"did not end within {Limit.TotalSeconds:0} s" : $"was ended: {stopped.Message}";
            return Problem($"`{path} {string.Join(' ', command.Arguments)}` {why}") with { Output = output.Bytes, Errors = errors.Bytes };
        }
    }

    private ProcessStartInfo Start(NetshCommand command) =>
        new(path, command.Arguments)
        {
            // There is no one to answer a question, and no window may flash on a desktop.
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            CreateNoWindow = true,
            WorkingDirectory = Path.GetDirectoryName(path) ?? "",
        };

    // The first that fails does not wait for the other, which ends with the program.
    private static async Task BothAsync(Task one, Task other)
    {
        await await Task.WhenAny(one, other);
        await Task.WhenAll(one, other);
    }

    private async Task EndAsync(Process process, Task reads)
    {
        try
        {
            process.Kill();
            using var parting = new CancellationTokenSource(Parting, clock);
            await process.WaitForExitAsync(parting.Token);
            await reads.WaitAsync(parting.Token);
        }
        catch (Exception gone) when (gone is InvalidOperationException or Win32Exception or OperationCanceledException or IOException) { }
    }

    private static NetshRun Problem(string problem) => new(null, [], problem);
}
