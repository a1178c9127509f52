using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Text;

namespace IwTune.Lab;

/// <summary>A real process whose output is kept and which never outlives its owner.</summary>
public sealed class LabProcess : IDisposable
{
    private const int Interrupt = 2;
    private const int Terminated = 15;
    private static readonly TimeSpan LastOutput = TimeSpan.FromSeconds(5);
    private readonly Process process;
    private readonly StringBuilder output = new();
    private bool disposed;

    private LabProcess(Process process)
    {
        this.process = process;
        process.OutputDataReceived += (_, line) => Keep(line.Data);
        process.ErrorDataReceived += (_, line) => Keep(line.Data);
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
    }

    /// <summary>Of the program itself.</summary>
    public int Id => process.Id;

    /// <summary>True once it has ended.</summary>
    public bool Ended => process.HasExited;

    /// <summary>The processes that it has started, by their ids.</summary>
    public IReadOnlyList<int> Children =>
        [
            .. Commands
                .TryRun("ps", "-o", "pid=", "--ppid", $"{Id}")
                .Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Select(id => int.Parse(id, CultureInfo.InvariantCulture)),
        ];

    /// <summary>False for a process that has ended, also while its parent has not asked for its exit code.</summary>
    public static bool Runs(int id)
    {
        try
        {
            var state = File.ReadAllText($"/proc/{id}/stat");
            return state[(state.LastIndexOf(')') + 2)..] is not ['Z' or 'X', ..];
        }
        catch (Exception ended) when (ended is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>Both outputs so far, line by line in the order of arrival.</summary>
    public string Output
    {
        get
        {
            lock (output)
                return output.ToString();
        }
    }

    /// <summary>Starts a program.</summary>
    /// <exception cref="LabException">It is not installed.</exception>
    public static LabProcess Start(string program, IReadOnlyList<string> arguments, IReadOnlyDictionary<string, string>? environment = null)
    {
        var started = Launch(program, arguments, environment);
        started.StandardInput.Close();
        return new(started);
    }

    /// <summary>Waits until a line of its output contains a text.</summary>
    /// <returns>That line.</returns>
    /// <exception cref="LabException">It ended before, or the time limit passed; the text has its output.</exception>
    public async Task<string> WaitForLineAsync(string text, TimeSpan? limit = null)
    {
        string? found = null;
        await Until.TrueAsync(() => (found = Line(text)) is not null || Ended, () => $"it did not say “{text}”:\n{Output}", limit);
        if (found is null)
            await LastOutputAsync();
        return found ?? Line(text) ?? throw new LabException($"it ended with {process.ExitCode} before it said “{text}”:\n{Output}");
    }

    /// <summary>Waits for its end.</summary>
    /// <returns>Its exit code.</returns>
    /// <exception cref="LabException">The time limit passed; the text has its output.</exception>
    public async Task<int> WaitForExitAsync(TimeSpan? limit = null)
    {
        using var time = new CancellationTokenSource(limit ?? Until.Limit);
        try
        {
            await process.WaitForExitAsync(time.Token);
            return process.ExitCode;
        }
        catch (OperationCanceledException)
        {
            throw new LabException($"it did not end in time:\n{Output}");
        }
    }

    /// <summary>Sends SIGKILL, like a crash: nothing of the program runs any more.</summary>
    public void Kill()
    {
        if (!process.HasExited)
            process.Kill();
        // With a limit it waits only for the process; without one, also for children that hold its output open.
        process.WaitForExit(TimeSpan.FromSeconds(10));
    }

    /// <summary>SIGTERM, as systemd does, and waits for the end.</summary>
    public Task<int> StopAsync(TimeSpan? limit = null) => SignalAsync(Terminated, limit);

    /// <summary>SIGINT, as Ctrl+C does, and waits for the end.</summary>
    public Task<int> InterruptAsync(TimeSpan? limit = null) => SignalAsync(Interrupt, limit);

    /// <inheritdoc/>
    public void Dispose()
    {
        if (disposed)
            return;
        disposed = true;
        Kill();
        process.Dispose();
    }

    internal static Process Launch(string program, IReadOnlyList<string> arguments, IReadOnlyDictionary<string, string>? environment)
    {
        try
        {
            return Process.Start(Commands.Describe(program, arguments, environment))!;
        }
        catch (Win32Exception error)
        {
            throw new LabException($"could not start {program}: {error.Message}");
        }
    }

    private Task<int> SignalAsync(int signal, TimeSpan? limit)
    {
        if (!process.HasExited)
            Native.Signal(process.Id, signal);
        return WaitForExitAsync(limit);
    }

    private string? Line(string text) => Output.Split('\n').FirstOrDefault(line => line.Contains(text, StringComparison.Ordinal));

    /// <summary>The last lines arrive after the end of the process; a child that holds its output open is not waited for.</summary>
    private Task LastOutputAsync() => process.WaitForExitAsync().WaitAsync(LastOutput).ContinueWith(_ => { }, TaskScheduler.Default);

    private void Keep(string? line)
    {
        if (line is null)
            return;
        lock (output)
            output.Append(line).Append('\n');
    }
}
