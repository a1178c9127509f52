using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>The servers of the fleet as a table.</summary>
internal static class ServersVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "servers", "Servers that share one store, and the leader");
        verb.Shows(context, _ => FleetPaths.Servers, () => ServersJson.Default.FleetServers, servers => Print(context.Terminal, servers));
        return verb;
    }

    private static void Print(Terminal terminal, FleetServers servers)
    {
        terminal.Out.WriteLine(
            servers.Shared ? $"{servers.Store}; the lead is in term {servers.Term}" : $"{servers.Store}, of this server alone"
        );
        var table = new Table(
            ("SERVER", Align.Left),
            ("STATE", Align.Left),
            ("HEARD", Align.Left),
            ("LAG", Align.Right),
            ("VERSION", Align.Left),
            ("URL", Align.Left)
        );
        foreach (var server in servers.Servers)
            table.Add(
                server.Name,
                new Cell(State(server), server.State == ServerState.InStep ? Ink.Good : Ink.Attention),
                FleetText.Time(server.Heard),
                server.LagMs is { } lag ? $"{lag.ToString(CultureInfo.InvariantCulture)} ms" : "-",
                server.Version,
                server.Url
            );
        table.Write(terminal);
    }

    private static string State(FleetServer server) =>
        (server.State, server.Leads) switch
        {
            (ServerState.InStep, true) => "Leader",
            (ServerState.InStep, false) => "Standby",
            (var other, true) => $"{other}, leader",
            (var other, false) => other.ToString(),
        };
}
