using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>What was found when the host was looked at again.</summary>
/// <param name="Snapshot">Every target as it is now.</param>
/// <param name="Evidence">Read-back and fresh connections.</param>
/// <param name="Mismatches">What is not as it should be, as sentences; empty when read-back holds.</param>
public sealed record Verification(HostSnapshot Snapshot, IReadOnlyList<Evidence> Evidence, IReadOnlyList<string> Mismatches)
{
    /// <summary>True when every target has the window it is to have.</summary>
    public bool Holds => Mismatches.Count == 0;
}
