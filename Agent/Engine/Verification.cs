using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>The result of a new look at the host.</summary>
/// <param name="Snapshot">Every target as it is now.</param>
/// <param name="Evidence">Read-back and fresh connections.</param>
/// <param name="Mismatches">What differs from the expected state, as sentences; empty when read-back holds.</param>
public sealed record Verification(HostSnapshot Snapshot, IReadOnlyList<Evidence> Evidence, IReadOnlyList<string> Mismatches)
{
    /// <summary>True when every target has its expected window.</summary>
    public bool Holds => Mismatches.Count == 0;
}
