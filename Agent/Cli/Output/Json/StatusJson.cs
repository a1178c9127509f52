using IwTune.Agent.Local;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output.Json;

/// <summary>What <c>status --json</c> writes.</summary>
internal static class StatusJson
{
    public static void Write(TextWriter to, DaemonStatus daemon, HostState? state, IReadOnlyList<Evidence> evidence) =>
        to.WriteJson(new ShownStatus(daemon, state, evidence), AgentJson.Shown.ShownStatus);
}

/// <summary>The daemon, what the host has, and the latest evidence of each target.</summary>
internal sealed record ShownStatus(DaemonStatus Daemon, HostState? State, IReadOnlyList<Evidence> Evidence);
