using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Linux.Shadows;
using IwTune.Agent.Linux.Strategies.Networkd;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux;

/// <summary>What of ours stands beside the owners' own, from start to stop.</summary>
public sealed partial class LinuxTuner
{
    /// <inheritdoc/>
    public ValueTask<IReadOnlyList<string>> SweepAsync(IReadOnlySet<string> managed, CancellationToken ct) => AloneAsync("removing what nothing accounts for", async netlink =>
    {
        var done = new List<string>();
        var owners = await Oracle.ReadAsync(ct);
        ShadowKeeping.Sweep(netlink, RouteReading.All(netlink, owners), managed, done);
        if (owners.Networkd.DropInDirectory is { } directory)
            done.AddRange(new DropInFiles(directory).Sweep(managed));
        return (IReadOnlyList<string>)done;
    }, ct);

    /// <inheritdoc/>
    public ValueTask<Following> FollowAsync(CancellationToken ct) => AloneAsync("following the owners of routes", async netlink =>
    {
        var done = new List<string>();
        var reading = RouteReading.All(netlink, await Oracle.ReadAsync(ct));
        return new Following(done, ShadowKeeping.Follow(netlink, reading, done));
    }, ct);

    /// <inheritdoc/>
    public ValueTask<IReadOnlyList<string>> StandDownAsync(CancellationToken ct) => AloneAsync("removing what needs a running agent", async netlink =>
    {
        var done = new List<string>();
        ShadowKeeping.Clear(netlink, RouteReading.All(netlink, await Oracle.ReadAsync(ct)), done);
        return (IReadOnlyList<string>)done;
    }, ct);
}
