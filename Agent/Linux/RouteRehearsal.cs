using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux;

/// <summary>Sets and restores a scratch route by the same steps as a route that connections use.</summary>
/// <param name="gate">The host's routes.</param>
/// <param name="oracle">Who made which route.</param>
/// <param name="take">Takes one step.</param>
/// <param name="clock">Dates the before-image.</param>
internal sealed class RouteRehearsal(
    NetlinkGate gate,
    OwnerOracle oracle,
    Func<NetlinkSocket, Owners, Step, CancellationToken, ValueTask<Outcome>> take,
    TimeProvider clock
) : IRehearsal
{
    private static readonly Window Tried = new(20, 20);

    /// <inheritdoc/>
    public ValueTask<string> RehearseAsync(CancellationToken ct) =>
        gate.AloneAsync(
            "rehearsing a rollback",
            async netlink =>
            {
                var owners = await oracle.ReadAsync(ct);
                ScratchRoute.Remove(netlink);
                try
                {
                    ScratchRoute.Make(netlink);
                    return await RehearseAsync(netlink, owners, ct);
                }
                catch (NetlinkException refused)
                {
                    return $"{char.ToUpperInvariant(refused.Message[0])}{refused.Message[1..]}.";
                }
                finally
                {
                    ScratchRoute.Remove(netlink);
                }
            },
            ct
        );

    private async ValueTask<string> RehearseAsync(NetlinkSocket netlink, Owners owners, CancellationToken ct)
    {
        var before = Scratch(netlink, owners);
        var image = new BeforeImage(before.Id, before.Underneath, before.Raw, LinuxBootId.Read(), clock.GetUtcNow());
        if (await take(netlink, owners, new Step.Set(before, Tried), ct) is var set and not Outcome.Applied)
            return $"The scratch route got no window: {set.Detail}";
        var changed = Scratch(netlink, owners);
        if (changed.Current != Tried)
            return $"The scratch route has the window {changed.Current} instead of {Tried}.";
        var restored = await take(netlink, owners, new Step.PutBack(changed with { Original = image }, image), ct);
        if (restored is not Outcome.Applied)
            return $"The scratch route was not restored: {restored.Detail}";
        var after = Scratch(netlink, owners);
        return after.Raw.Span.SequenceEqual(before.Raw.Span)
            ? ""
            : $"The restored scratch route differs from what it was: {Convert.ToHexString(after.Raw.Span)} instead of "
                + $"{Convert.ToHexString(before.Raw.Span)}.";
    }

    private static Target Scratch(NetlinkSocket netlink, Owners owners)
    {
        var found = RouteDump.Routes(netlink, RouteNumbers.Inet, ScratchRoute.Table);
        return found.Count == 1
            ? RouteReading.Around(netlink, found[0].Key, owners).Targets(_ => null)[0]
            : throw new NetlinkException($"reading the scratch route: there are {found.Count}");
    }
}
