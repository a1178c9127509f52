using IwTune.Soak.Running;

namespace IwTune.Soak.Working;

/// <summary>A program writes routes anew, without their windows, and the agent repairs them.</summary>
internal sealed class RouteChanges(SoakGround ground) : Work
{
    private const int AtOnce = 10;

    public override string Name => "route changes";

    /// <summary>One a minute: a routing daemon, or a VPN that comes and goes.</summary>
    public override double UsualInAnHour => 60;

    protected override TimeSpan Every => TimeSpan.FromSeconds(2);

    protected override Task<int> TurnAsync(int turn, CancellationToken ct)
    {
        var first = turn * AtOnce;
        ground.Host.Space.IpBatch(
            Enumerable.Range(first, AtOnce).Select(number => "route replace " + SoakGround.Route(number % SoakGround.Routes))
        );
        return Task.FromResult(AtOnce);
    }
}
