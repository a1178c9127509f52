namespace IwTune.Agent.Control.Loops;

/// <summary>Something that the daemon does again and again until it stops.</summary>
internal interface IDaemonLoop
{
    /// <summary>Never returns by itself: what it throws ends the daemon.</summary>
    Task RunAsync(CancellationToken ct);
}
