using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;
using IwTune.Benchmarks.Rivals;
using IwTune.Lab;

namespace IwTune.Benchmarks.Peers;

/// <summary>Zabbix agent 2 without a server, in a namespace whose route has a window.</summary>
internal sealed class ZabbixPeer : IPeer
{
    private readonly Scratch scratch = new();
    private readonly NetNamespace space = RouteSpace.Create(0);
    private LabProcess? daemon;

    public string Name => "zabbix-agent2";

    public Rival? Program => Rival.Zabbix;

    public DisturbedRoute? Route => null;

    public int? Resident => daemon?.Id;

    public string ResidentNote => "";

    public PeerCommand Idle => new("zabbix_agent2 -R version", () => Spawn.Timed([.. Command, "-R", "version"]).Wall);

    public PeerCommand? Repair => null;

    public string Better => "monitors everything on a host, with history, graphs and alerts on its server";

    public async Task StartAsync()
    {
        RouteUnderTest.Set(space);
        daemon = IdleAgents.StartZabbix(space, scratch);
        await Until.TrueAsync(
            () =>
                daemon.Ended
                    ? throw new BenchException($"zabbix_agent2 ended:\n{daemon.Output}")
                    : Commands.TryRun(Command[0], [.. Command[1..], "-R", "version"]).ExitCode == 0,
            () => $"zabbix_agent2 does not answer:\n{daemon.Output}",
            TimeSpan.FromSeconds(30)
        );
    }

    public string? Schedule() => "sets none";

    public string Reports()
    {
        // -p prints every item that the agent knows, with its value.
        var items = space.Exec(Command[0], [.. Command[1..], "-p"]);
        return RouteUnderTest.Named(items) ? "an item with the window" : "nothing: no item has the window of a route";
    }

    public void Dispose()
    {
        daemon?.Dispose();
        space.Dispose();
        scratch.Dispose();
    }

    private string[] Command => [Rival.Zabbix.Program, "-c", scratch.At(IdleAgents.ZabbixConfiguration)];
}
