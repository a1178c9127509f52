using IwTune.Agent.Linux.Netlink;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Shadows;

/// <summary>Writes and removes shadows.</summary>
internal static class ShadowRows
{
    /// <summary>
    /// Makes a shadow where no route has its key. EXCL: a route that another program put there since the reading stays unchanged. A shadow
    /// that shares its owner's key is put before it, which is what CREATE alone does (fib_table_insert).
    /// </summary>
    public static NetlinkError? Create(NetlinkSocket netlink, string id, RouteMessage owner, Window window) =>
        Write(
            netlink,
            $"adding a shadow of {id}",
            owner.ShadowRequest(
                window,
                ShadowLife.Of(owner),
                owner.ShadowSharesKey ? RequestFlags.Create : RequestFlags.Create | RequestFlags.Exclusive
            )
        );

    /// <summary>
    /// Updates a shadow to the owner's present route. REPLACE without CREATE: when it was removed meanwhile, nothing is made. A shadow that
    /// shares its owner's key is removed and made anew, because a replace hits the first of them.
    /// </summary>
    public static NetlinkError? Replace(NetlinkSocket netlink, string id, RouteMessage owner, RouteMessage shadow, Window window)
    {
        if (!owner.ShadowSharesKey)
            return Write(netlink, $"changing the shadow of {id}", owner.ShadowRequest(window, ShadowLife.Of(owner), RequestFlags.Replace));
        Remove(netlink, shadow);
        return Create(netlink, id, owner, window);
    }

    /// <summary>
    /// Gives a shadow its full life again. APPEND of an existing next hop: the kernel moves its expiry, answers EEXIST, sends no
    /// notification and keeps the path MTUs learned under it (fib6_add_rt2node; measured on 6.18). A replace would forget them.
    /// </summary>
    public static NetlinkError? Renew(NetlinkSocket netlink, RouteMessage owner, RouteMessage shadow)
    {
        var error = Write(
            netlink,
            $"renewing the shadow of {owner}",
            owner.ShadowRequest(shadow.Window, ShadowLife.Of(owner), RequestFlags.Create | RequestFlags.Append)
        );
        return error?.Errno == LibC.EEXIST ? null : error;
    }

    /// <summary>Removes it; one that is gone already is fine.</summary>
    /// <exception cref="NetlinkException">The kernel refused.</exception>
    public static void Remove(NetlinkSocket netlink, RouteMessage shadow)
    {
        var tried = $"removing the shadow before {shadow}";
        if (Write(netlink, tried, shadow.DeleteRequest()) is { } error && error.Errno is not (LibC.ESRCH or LibC.ENOENT or LibC.ENODEV))
            throw new NetlinkException(tried, error);
    }

    private static NetlinkError? Write(NetlinkSocket netlink, string tried, byte[] request) =>
        netlink.Change(tried, request) is { } error
            ? error.IsPermission
                ? throw Privilege.Missing(tried)
                : error
            : null;
}
