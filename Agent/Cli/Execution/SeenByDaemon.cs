using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Execution;

/// <summary>What a running daemon has seen, for verbs that can work without it.</summary>
internal static class SeenByDaemon
{
    public static AgentView Read(ParseResult parsed) =>
        RunningDaemon.Ask(parsed, new LocalRequest(LocalVerb.Status)) switch
        {
            null => new AgentView { Absent = $"no daemon that looks after {parsed.StateOf().Root} answers at {parsed.SocketOf()}" },
            { Status: { } status } reply => Of(status, reply),
            var reply => new AgentView { Absent = reply.Text },
        };

    private static AgentView Of(DaemonStatus status, LocalReply reply) =>
        new()
        {
            Enrolled = status.Server is not null,
            SinceContact = status.Server?.LastContact is { } last ? status.Now - last : null,
            Troubles = [.. new[] { status.Server?.Problem ?? "", status.IdentityProblem }.Where(one => one.Length > 0), .. status.Notes],
            Evidence = reply.Evidence,
        };
}
