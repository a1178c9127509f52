using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Hosts;

/// <summary>
/// The members of the fleet that the caller may see: the source of every list, count, search and page. <see cref="HostDirectory"/> has all
/// of them, for the server's own work and for the effect of a change.
/// </summary>
public sealed class SeenHosts
{
    private readonly HostDirectory directory;

    private SeenHosts(HostDirectory directory, HostScope scope) => (this.directory, Scope) = (directory, scope);

    /// <summary>Those that the caller may see. Without a request there is no caller, and nothing is visible.</summary>
    public SeenHosts(HostDirectory directory, IHttpContextAccessor request)
        : this(directory, request.HttpContext?.User.Rights().Over(Permission.HostsRead) ?? HostScope.Nothing) =>
        TellsMachineIds = request.HttpContext?.User.May(Permission.HostsEnrol) == true;

    /// <summary>For which hosts.</summary>
    public HostScope Scope { get; }

    /// <summary>Whether machine ids may be shown: with one and a token, a host could pass for another before an administrator.</summary>
    public bool TellsMachineIds { get; }

    public IEnumerable<FleetHost> All => Scope.IsFleet ? directory.All : directory.All.Where(host => Scope.Covers(host.Identity));

    public int Count => Scope.In(directory);

    /// <summary>
    /// Whether a host that has left, too, may be shown. Where it belonged is not kept for those, so they are the whole fleet's.
    /// </summary>
    public bool Sees(string id) => Scope.IsFleet || Find(id) is not null;

    /// <summary>Whether it is a member that may not be shown.</summary>
    public bool Hides(string id) => !Scope.IsFleet && directory.Find(id) is { } host && !Scope.Covers(host.Identity);

    /// <summary>
    /// Whether the caller may read a selector: one that can reach hosts in scope alone, or one that matches such a host, unless it names
    /// hosts and matches one that is out of scope.
    /// </summary>
    public bool Tells(Selector selector)
    {
        if (Scope.IsFleet || Scope.Contains(selector))
            return true;
        var names = selector.AsksFor(SelectorKeys.Id) || selector.AsksFor(SelectorKeys.Host);
        var mine = false;
        foreach (var host in directory.All)
        {
            if (!selector.Matches(host.Identity))
                continue;
            if (Scope.Covers(host.Identity))
                mine = true;
            else if (names)
                return false;
        }
        return mine;
    }

    /// <summary>All members, for what a right over the whole fleet started.</summary>
    internal static SeenHosts WholeFleet(HostDirectory directory) => new(directory, HostScope.Fleet);

    public FleetHost? Find(string id) => directory.Find(id) is { } host && Scope.Covers(host.Identity) ? host : null;
}
