using System.ComponentModel;
using System.Diagnostics;

namespace IwTune.Agent.Windows.Programs;

/// <summary>A program of Windows, one process for each run, each within a time limit. There is no shell between.</summary>
/// <param name="path">
/// An absolute path: the agent runs as LocalSystem, and a user who could choose the program would be LocalSystem too.
/// </param>
/// <param name="limit">How long one run may take; then the program is ended.</param>
/// <param name="clock">Times the limit.</param>
internal sealed class BoundedProgram(string path, TimeSpan limit, TimeProvider clock)
{
    // An ended program is gone at once, unless a driver holds it; then it is left behind.
    private static readonly TimeSpan Parting = TimeSpan.FromSeconds(5);

    /// <summary>Runs it to its end, or to the limit. A failure is in the run.</summary>
    /// <param name="arguments">Each reaches the program as it is.</param>
    /// <param name="shown">The arguments as an error shows them, when they are not for people.</param>
    /// <param name="ct">The caller gave up.</param>
    /// <exception cref="OperationCanceledException">The caller gave up; the program was ended.</exception>
    public async ValueTask<ProgramRun> RunAsync(IReadOnlyList<string> arguments, CancellationToken ct, string? shown = null)
    {
        ct.ThrowIfCancellationRequested();
        using var process = new Process { StartInfo = Start(arguments) };
        try
        {
            if (!process.Start())
                return Problem($"{path} did not start");
        }
        catch (Exception refused) when (refused is Win32Exception or InvalidOperationException or IOException)
        {
            return Problem(ProgramStart.Explain(path, refused));
        }
        using var over = new CancellationTokenSource(limit, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(ct, over.Token);
        var output = new CappedOutput();
        var errors = new CappedOutput();
        var reads = BothAsync(output.ReadAsync(process.StandardOutput.BaseStream), errors.ReadAsync(process.StandardError.BaseStream));
        try
        {
            process.StandardInput.Close();
            // Reading a pipe of Windows cannot be cancelled: it ends with the program.
            await reads.WaitAsync(either.Token);
            await process.WaitForExitAsync(either.Token);
            return new ProgramRun(process.ExitCode, output.Bytes, errors.Bytes);
        }
        catch (Exception stopped) when (stopped is OperationCanceledException or IOException)
        {
            await EndAsync(process, reads);
            ct.ThrowIfCancellationRequested();
            var why =
                stopped is OperationCanceledException ? $"did not end within {limit.TotalSeconds:0} s" : $"was ended: {stopped.Message}";
            return new ProgramRun(null, output.Bytes, errors.Bytes, $"`{path} {shown ?? string.Join(' ', arguments)}` {why}");
        }
    }

    private ProcessStartInfo Start(IReadOnlyList<string> arguments) =>
        new(path, arguments)
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

    private static ProgramRun Problem(string problem) => new(null, [], [], problem);
}

/// <summary>The result of one run.</summary>
/// <param name="ExitCode">Its exit code; <see langword="null"/> when it did not start or did not end in time.</param>
/// <param name="Output">What it printed, byte for byte.</param>
/// <param name="Errors">What it printed on its error output, byte for byte.</param>
/// <param name="Problem">Why there is no exit code, as a sentence; empty when there is one.</param>
internal sealed record ProgramRun(int? ExitCode, byte[] Output, byte[] Errors, string Problem = "");
