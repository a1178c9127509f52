using System.Runtime.InteropServices;

namespace IwTune.Agent.Cli;

/// <summary>
/// Ctrl+C and a polite kill: the command is asked to stop, and has time to put back what it has begun. A second one ends it at once.
/// System.CommandLine's own handling ends a command without a word while it works and has not awaited anything yet.
/// </summary>
internal sealed class Termination : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly CancellationTokenSource _stop = new();
    private readonly PosixSignalRegistration _interrupt;
    private readonly PosixSignalRegistration _terminate;
    private Timer? _end;

    public Termination()
    {
        _interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, signal => Stop(signal, 130));
        _terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, signal => Stop(signal, 143));
    }

    /// <summary>Cancelled by the first signal.</summary>
    public CancellationToken Token => _stop.Token;

    public void Dispose()
    {
        _interrupt.Dispose();
        _terminate.Dispose();
        _end?.Dispose();
        _stop.Dispose();
    }

    private void Stop(PosixSignalContext signal, int code)
    {
        if (_stop.IsCancellationRequested)
            return;
        signal.Cancel = true;
        _end = new Timer(_ => Environment.Exit(code), null, Patience, Timeout.InfiniteTimeSpan);
        _stop.Cancel();
    }
}
