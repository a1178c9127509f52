using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>What stands beside what is enforced: it waits for its turn and is told the same way.</summary>
public sealed partial class Enforcement
{
    /// <summary>Runs something while nothing else changes the host.</summary>
    /// <exception cref="Ports.TunerUnavailableException">Thrown by it.</exception>
    public Task BesideAsync(Func<Task> act, CancellationToken ct) => AloneAsync(act, ct);

    /// <summary>Logs and reports something that happened.</summary>
    public void TellOf(HostEvent happened) => Tell(happened);
}
