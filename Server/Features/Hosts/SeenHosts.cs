using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts;

/// <summary>
/// The members of the fleet that whoever asks may see: what every list, count, search and page is made of. <see cref="HostDirectory"/> has all of
/// them, for what the server does by itself and for what a change would do.
/// </summary>
public sealed class SeenHosts(HostDirectory directory, IHttpContextAccessor request)
{
    /// <summary>For which hosts. Without a request nobody asks, and nothing is seen.</summary>
    public HostScope Scope { get; } = request.HttpContext?.User.Rights().Over(Permission.HostsRead) ?? HostScope.Nothing;

    /// <summary>Whether machine ids may be shown: with one and a token, a host could pass for another before an administrator.</summary>
    public bool TellsMachineIds { get; } = request.HttpContext?.User.May(Permission.HostsEnrol) == true;

    public IEnumerable<FleetHost> All => Scope.IsFleet ? directory.All : directory.All.Where(host => Scope.Covers(host.Identity));

    public int Count => Scope.IsFleet ? directory.Count : All.Count();

    /// <summary>Whether a host that has left, too, may be shown. Where it belonged is not kept for those, so they are the whole fleet's.</summary>
    public bool Sees(string id) => Scope.IsFleet || Find(id) is not null;

    /// <summary>Whether a selector may be read: one that names hosts must name none that are out of sight.</summary>
    public bool Tells(Selector selector) => Scope.IsFleet || !(selector.AsksFor(SelectorKeys.Id) || selector.AsksFor(SelectorKeys.Host))
        || !directory.All.Any(host => selector.Matches(host.Identity) && !Scope.Covers(host.Identity));

    public FleetHost? Find(string id) => directory.Find(id) is { } host && Scope.Covers(host.Identity) ? host : null;
}
