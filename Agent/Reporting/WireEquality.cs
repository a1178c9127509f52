using System.Text.Json;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Reporting;

/// <summary>Whether two states are equal on the wire. Records compare their lists by reference, which does not compare reports.</summary>
internal static class WireEquality
{
    public static bool Same(HostState a, HostState b) =>
        JsonSerializer
            .SerializeToUtf8Bytes(a, AgentJson.Default.HostState)
            .AsSpan()
            .SequenceEqual(JsonSerializer.SerializeToUtf8Bytes(b, AgentJson.Default.HostState));
}
