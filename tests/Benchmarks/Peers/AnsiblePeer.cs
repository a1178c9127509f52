using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;
using IwTune.Benchmarks.Rivals;

namespace IwTune.Benchmarks.Peers;

/// <summary><c>ansible-playbook</c> on the machine itself, without a connection and without gathering facts.</summary>
internal sealed class AnsiblePeer : IPeer
{
    private readonly Scratch scratch = new();
    private readonly AnsibleSetter setter;

    public AnsiblePeer() => setter = new(scratch);

    public string Name => "ansible";

    public Rival? Program => Rival.Ansible;

    public DisturbedRoute Route { get; } = new();

    public int? Resident => null;

    public string ResidentNote => "nothing resident";

    public PeerCommand Idle => new("ansible-playbook", () => Route.Space.Run(setter.Set).Wall, Slow: true);

    public PeerCommand? Repair => Idle;

    public string Better => "configures everything on a host without an agent on it; thousands of modules";

    public Task StartAsync()
    {
        Route.Space.Run(setter.Set);
        return Task.CompletedTask;
    }

    public string? Schedule() => "no: runs on demand";

    public string Reports()
    {
        RouteUnderTest.Reset(Route.Space);
        var said = Route.Space.Run(setter.Say);
        // Its summary of the host; the playbook's own text is not in it.
        return said.Contains("changed=1", StringComparison.Ordinal) && !RouteUnderTest.Named(said)
            ? "each run's output: whether the command ran"
            : throw new BenchException($"ansible-playbook said something else:\n{said}");
    }

    public void Dispose()
    {
        Route.Dispose();
        scratch.Dispose();
    }
}
