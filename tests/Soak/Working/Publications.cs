using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Soak.Running;

namespace IwTune.Soak.Working;

/// <summary>An administrator publishes a revision for every host, each time with another window.</summary>
internal sealed class Publications(SoakGround ground) : Work
{
    /// <summary>Of initcwnd: Windows has even numbers only, and guardrails refuse more than ten for paths of a local network.</summary>
    private const int Least = 4,
        Kinds = 4;

    public override string Name => "publications";

    public override double UsualInAnHour => 1;

    /// <summary>The initcwnd of the last revision.</summary>
    public int Window { get; private set; }

    protected override TimeSpan Every => TimeSpan.FromSeconds(15);

    protected override async Task<int> TurnAsync(int turn, CancellationToken ct)
    {
        var window = Least + 2 * (turn % Kinds);
        var policy = $"policy: soak\nwindow: {{ initcwnd: {window} }}\nscopes:\n  - default\n  - prefix: 172.16.0.0/12\n";
        await ground.Administrator.PostAsync(
            FleetPaths.Policies,
            new PublishRequest(policy, $"turn {turn}", Assign: "*", Confirm: ground.HostCount),
            PoliciesJson.Default.PublishRequest
        );
        Window = window;
        return 1;
    }
}
