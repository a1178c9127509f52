using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>The hosts that a gate compares, as they are when it judges.</summary>
internal static class ArmsNow
{
    /// <summary>
    /// The hosts of a ring, and the control group. A host that left the fleet or the policy before its turn is found out only when its ring
    /// starts; the gate before must not wait for its connections.
    /// </summary>
    public static (ArmHosts Ring, ArmHosts Control) Of(Fleet fleet, string policy, Watch watch, int ring)
    {
        var set = fleet.Requirements.Current;
        var (mine, control) = (new ArmHosts(0, 0), new ArmHosts(0, 0));
        foreach (var track in watch.Tracks)
        {
            if (track.State == RolloutHostState.Left || fleet.Hosts.Find(track.Id)?.Identity is not { } host)
                continue;
            if (track.Ring == ring)
                mine = With(mine, host.IsWindows);
            else if (!track.Told && set.PolicyFor(host) == policy)
                control = With(control, host.IsWindows);
        }
        return (mine, control);
    }

    private static ArmHosts With(ArmHosts hosts, bool blind) => new(hosts.All + 1, hosts.Blind + (blind ? 1 : 0));
}
