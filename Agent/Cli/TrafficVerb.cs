using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Local;

namespace IwTune.Agent.Cli;

/// <summary>The connections of this host, as the daemon saw them.</summary>
internal static class TrafficVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Look, "traffic", "This host's connections: sizes, round-trip times, first-flight loss")
        {
            Details = """
                What the running daemon added up over the last half to whole day, by what serves the connections: how much they sent,
                how far their peers are, how many lost some of their first flight and how sure that is, and what held them back.
                Only connections that ended and had sent data count. No address of a peer is kept. First-flight loss is exact for
                connections that fit their window; for longer ones it is known under cubic and reno, by the slow-start threshold.
                The host's own counters stand below: all its TCP traffic since the daemon's last reading, at most an hour old.
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
