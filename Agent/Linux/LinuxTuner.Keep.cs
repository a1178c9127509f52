using IwTune.Agent.Linux.Bpf;
using IwTune.Agent.Linux.Containers;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Linux.Shadows;
using IwTune.Agent.Linux.Strategies.Networkd;
using IwTune.Agent.Linux.Stripes;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux;

/// <summary>What of ours stands beside the owners' own routes, from start to stop.</summary>
public sealed partial class LinuxTuner
{
    /// <inheritdoc/>
    public ValueTask<IReadOnlyList<string>> SweepAsync(IReadOnlySet<string> managed, CancellationToken ct) =>
        AloneAsync(
            "removing what is no longer needed",
            async netlink =>
            {
                var done = new List<string>();
                var owners = await Oracle.ReadAsync(ct);
                foreach (var table in Shadowed(netlink, owners))
                    ShadowKeeping.Sweep(netlink, table, managed, done);
                if (owners.Networkd.DropInDirectory is { } directory)
                    done.AddRange(new DropInFiles(directory).Sweep(managed));
                ProgramKeeping.Sweep(options.Settings(), done);
                if (Stripes.Layout is null)
                    Stripes.Clear(netlink, done);
                return (IReadOnlyList<string>)done;
            },
            ct
        );

    /// <inheritdoc/>
    public ValueTask<Following> FollowAsync(IReadOnlySet<string> managed, CancellationToken ct) =>
        AloneAsync(
            "following the owners of routes",
            async netlink =>
            {
                var (done, letGo) = (new List<string>(), new List<string>());
                TimeSpan? again = null;
                if (RouteDump.Shadows(netlink).Count > 0)
                {
                    var owners = await Oracle.ReadAsync(ct);
                    foreach (var table in Shadowed(netlink, owners))
                    {
                        bool Makes(RouteMessage owner) =>
                            owners.Networkd.MadeShadow(owner)
                            && !managed.Contains(table.Named().Find(named => ReferenceEquals(named.Route, owner)).Id);
                        again = ShadowLife.Sooner(again, ShadowKeeping.Follow(netlink, table, Makes, done, letGo));
                    }
                }
                if (Stripes.Layout is { } layout)
                    again = ShadowLife.Sooner(again, ArmTables.Follow(netlink, layout, done));
                if (_bpf is { Gives: true })
                    done.AddRange(_bpf.Follow(RouteReading.All(netlink, await Oracle.ReadAsync(ct)).Targets(_lastAuthors.Of)));
                return new Following(done, again) { Ended = ContainerBackend.Ended(_bpf, managed, done), LetGo = letGo };
            },
            ct
        );

    /// <inheritdoc/>
    public ValueTask<IReadOnlyList<string>> StandDownAsync(CancellationToken ct) =>
        AloneAsync(
            "removing what needs a running agent",
            netlink =>
            {
                var done = new List<string>();
                ShadowKeeping.Clear(netlink, done);
                Stripes.Clear(netlink, done);
                done.AddRange(_bpf?.StandDown() ?? []);
                return ValueTask.FromResult<IReadOnlyList<string>>(done);
            },
            ct
        );

    /// <summary>The tables that a shadow of ours is in.</summary>
    private static List<RouteReading> Shadowed(NetlinkSocket netlink, Owners owners) =>
        [
            .. RouteDump
                .Shadows(netlink)
                .DistinctBy(shadow => (shadow.Key.Family, shadow.Key.Table))
                .Select(shadow => RouteReading.Around(netlink, shadow.Key, owners)),
        ];
}
