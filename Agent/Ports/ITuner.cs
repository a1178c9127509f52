namespace IwTune.Agent.Ports;

/// <summary>Reads and sets the initial windows of one host. Declarative and idempotent; survives being called twice.</summary>
public interface ITuner
{
    /// <summary>What this kernel or build can express.</summary>
    Capabilities Capabilities { get; }

    /// <summary>Every target with window, owner and raw before-image, as it is now.</summary>
    /// <exception cref="TunerUnavailableException">The system cannot be read at all; try again later.</exception>
    ValueTask<HostSnapshot> ReadAsync(CancellationToken ct);

    /// <summary>Takes one step. Compares first: <see cref="Outcome.AlreadyThere"/> when nothing had to be written.</summary>
    /// <returns>What became of the step. A step that cannot be taken is a value, not an exception.</returns>
    ValueTask<Outcome> ApplyAsync(Step step, CancellationToken ct);

    /// <summary>Tells that something on the host changed that may concern a target, until cancelled. Never tells of the tuner's own writes.</summary>
    IAsyncEnumerable<HostChanged> WatchAsync(CancellationToken ct);
}
