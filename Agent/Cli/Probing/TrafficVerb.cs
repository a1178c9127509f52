using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Agent.Local;

namespace IwTune.Agent.Cli.Probing;

/// <summary>The connections of this host, as the daemon saw them.</summary>
internal static class TrafficVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Look, "traffic", "This host's connections: sizes, round-trip times, first-flight loss")
        {
            Details = """
                What the running daemon has counted in the last 12 to 24 hours, by target: how much the connections sent, the distance of
                their peers, how many lost part of their first flight and how certain that is, and what limited them.
                Only ended connections that had sent data count. No peer's address is kept. First-flight loss is exact for connections
                that fit into their window; for longer ones it is known under cubic and reno, by the slow-start threshold.
                The counters of the host below them cover all its TCP traffic up to the daemon's last reading, at most an hour ago.
                Exits 4 when no daemon runs.
                """,
            Examples =
            [
                ("iwtune traffic", "at a glance"),
                ("iwtune traffic --json | jq '.targets[] | {targetId, firstFlightLoss}'", "for programs"),
            ],
        };
        verb.Add(JsonOption.Option);
        verb.SetAction(parsed => Run(context.Terminal, parsed.SocketOf(), parsed.WantsJson()));
        return verb;
    }

    private static int Run(Terminal terminal, string socket, bool json)
    {
        if (LocalClient.Ask(socket, new LocalRequest(LocalVerb.Traffic)) is not { } reply)
        {
            terminal.Error.WriteLine(LocalClient.NoDaemon(socket));
            return ExitCode.Unreachable;
        }
        if (reply.Exit != ExitCode.Fine)
        {
            terminal.Error.WriteLine(reply.Text);
            return reply.Exit;
        }
        var shown = ShownTraffic.Of(reply);
        if (json)
            terminal.Out.WriteJson(shown, AgentJson.Shown.ShownTraffic);
        else
            TrafficPage.Write(terminal, shown);
        return ExitCode.Fine;
    }
}
