using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;
using IwTune.Benchmarks.Rivals;
using IwTune.Lab;

namespace IwTune.Benchmarks.Peers;

/// <summary><c>puppet apply</c> for the runs; the agent at rest has no server, so it waits for one.</summary>
internal sealed class PuppetPeer : IPeer
{
    private readonly Scratch scratch = new();
    private readonly PuppetSetter setter;
    private LabProcess? agent;

    public PuppetPeer() => setter = new(scratch);

    public string Name => "puppet";

    public Rival? Program => Rival.Puppet;

    public DisturbedRoute Route { get; } = new();

    public int? Resident => agent?.Id;

    public string ResidentNote => "`puppet agent`, waiting for its server:";

    public PeerCommand Idle => new("puppet apply", () => Route.Space.Run(setter.Set).Wall, Slow: true);

    public PeerCommand? Repair => Idle;

    public string Better => "configures everything on a host; many modules; facts and reports of every host on its server";

    public async Task StartAsync()
    {
        agent = Route.Space.Start(
            "puppet",
            [
                "agent",
                "--no-daemonize",
                "--logdest",
                "console",
                "--server",
                "puppet.invalid",
                "--confdir",
                scratch.At("agent/etc"),
                "--vardir",
                scratch.At("agent/var"),
                "--rundir",
                scratch.At("agent/run"),
                "--logdir",
                scratch.At("agent/log"),
            ],
            new Dictionary<string, string> { ["HOME"] = scratch.Root }
        );
        await agent.WaitForLineAsync("No more routes to ca", TimeSpan.FromMinutes(1));
        Route.Space.Run(setter.Set);
    }

    public string? Schedule()
    {
        var seconds = int.Parse(Commands.Run("puppet", "config", "print", "runinterval", "--confdir", scratch.At("agent/etc")));
        return $"at its next run, every {seconds / 60} min (runinterval)";
    }

    public string Reports() =>
        RouteUnderTest.Named(File.ReadAllText(scratch.At("puppet/var/state/last_run_report.yaml")))
            ? "the window in each run's report"
            : "each run's report: whether the command ran";

    public void Dispose()
    {
        agent?.Dispose();
        Route.Dispose();
        scratch.Dispose();
    }
}
