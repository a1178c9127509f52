using System.Runtime.InteropServices;

namespace IwTune.Agent.Cli.Execution;

/// <summary>
/// Handles SIGINT and SIGTERM: the first cancels the command, which has 30 seconds to restore what it began; the second ends the process.
/// System.CommandLine's own handler ends the process without a message when the command has not awaited anything yet.
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
