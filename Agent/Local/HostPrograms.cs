using System.ComponentModel;
using System.Diagnostics;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Local;

/// <summary>Programs of this system whose output is collected.</summary>
/// <param name="time">Times them.</param>
internal sealed class HostPrograms(TimeProvider time)
{
    /// <summary>A log may be long, and a broken management layer of Windows may hang.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(1);

    /// <summary>Bytes that are kept of one output.</summary>
    private const int Most = 8 << 20;

    /// <exception cref="OperationCanceledException">The caller gave up; the program was ended.</exception>
    public async ValueTask<HostCommandRun> RunAsync(HostCommand command, CancellationToken ct)
    {
        var start = time.GetTimestamp();
        using var process = new Process { StartInfo = StartOf(command) };
        try
        {
            process.Start();
        }
        catch (Exception e) when (e is Win32Exception or InvalidOperationException or IOException)
        {
            return new HostCommandRun(null, [], [], time.GetElapsedTime(start), $"{command.Program} could not be started: {e.Message}");
        }
        using var limit = new CancellationTokenSource(Limit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(ct, limit.Token);
        using MemoryStream output = new(),
            errors = new();
        var reads = Task.WhenAll(ReadAsync(process.StandardOutput.BaseStream, output), ReadAsync(process.StandardError.BaseStream, errors));
        try
        {
            process.StandardInput.Close();
            await reads.WaitAsync(either.Token);
            await process.WaitForExitAsync(either.Token);
            return new HostCommandRun(process.ExitCode, output.ToArray(), errors.ToArray(), time.GetElapsedTime(start));
        }
        catch (Exception e) when (e is OperationCanceledException or IOException)
        {
            End(process);
            ct.ThrowIfCancellationRequested();
            // The readers may still be using the streams: nothing from them is used.
            return new HostCommandRun(
                null,
                [],
                [],
                time.GetElapsedTime(start),
                e is IOException ? e.Message : $"It did not end within {Limit.TotalSeconds:0} s and was ended."
            );
        }
    }

    private static ProcessStartInfo StartOf(HostCommand command) =>
        new(command.Program, command.Arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            CreateNoWindow = true,
            WorkingDirectory = Path.GetDirectoryName(command.Program) ?? "",
        };

    private static async Task ReadAsync(Stream from, MemoryStream to)
    {
        var chunk = new byte[16 << 10];
        for (int read; (read = await from.ReadAsync(chunk)) > 0; )
            if (to.Length < Most)
                to.Write(chunk, 0, (int)Math.Min(read, Most - to.Length));
    }

    private static void End(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (Exception gone) when (gone is InvalidOperationException or Win32Exception) { }
    }
}
