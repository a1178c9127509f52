namespace IwTune.Agent.Ports;

/// <summary>Tries a rollback on a scratch target, which no connection uses.</summary>
public interface IRehearsal
{
    /// <summary>Makes the scratch target, gives it a window, restores it, compares it with what it was, and removes it.</summary>
    /// <returns>What went wrong, as a sentence; empty when it was restored.</returns>
    /// <exception cref="TunerUnavailableException">The system cannot be read.</exception>
    ValueTask<string> RehearseAsync(CancellationToken ct);
}
