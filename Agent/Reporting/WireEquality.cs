using System.Text.Json;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Reporting;

/// <summary>Whether two states are equal on the wire. Records compare their lists by reference, which does not compare reports.</summary>
internal static class WireEquality
{
    /// <remarks>A host may have thousands of targets, and their states contain no lists: those are compared as they are.</remarks>
    public static bool Same(HostState a, HostState b) =>
        a.Targets.SequenceEqual(b.Targets) && WithoutTargets(a).AsSpan().SequenceEqual(WithoutTargets(b));

    private static byte[] WithoutTargets(HostState state) =>
        JsonSerializer.SerializeToUtf8Bytes(state with { Targets = [] }, AgentJson.Default.HostState);
}
