using System.Collections.Concurrent;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Identity.Permissions;

/// <summary>A caller's permissions, and for which hosts: the sum of the grants, within the rights of the person they act for.</summary>
public sealed class Rights
{
    private const int MostKept = 10_000;
    private static readonly ConcurrentDictionary<string, Rights> Kept = new(StringComparer.Ordinal);
    private readonly HostScope?[] _scopes = new HostScope?[Enum.GetValues<Permission>().Length];

    private Rights(IReadOnlyList<AccessGrant> grants, Rights? within)
    {
        Grants = grants;
        var readable = grants
            .Select(grant => (grant.Role, Selector: Selector.Parse(grant.Selector.Length == 0 ? "*" : grant.Selector).Selector))
            .Where(one => one.Selector is not null)
            .ToList();
        foreach (var permission in Enum.GetValues<Permission>())
        {
            // A selector of an older grammar that is no longer readable grants nothing.
            var selectors = readable
                .Where(one => one.Role.Has(permission) && (one.Selector!.Terms.Count == 0 || !permission.IsFleetOnly()))
                .Select(one => one.Selector!)
                .ToList();
            var bound = within is null ? HostScope.Fleet : within._scopes[(int)permission];
            if (selectors.Count > 0 && bound is not null)
                _scopes[(int)permission] = new HostScope(selectors, bound);
        }
    }

    /// <summary>Nothing at all.</summary>
    public static Rights None { get; } = new([], null);

    /// <summary>The roles it was made of.</summary>
    public IReadOnlyList<AccessGrant> Grants { get; }

    public IEnumerable<Permission> Permissions => Enum.GetValues<Permission>().Where(May);

    public static Rights Of(params IReadOnlyList<AccessGrant> grants) => new(grants, null);

    /// <summary>Stored rights.</summary>
    public static Rights Read(string json)
    {
        if (Kept.TryGetValue(json, out var known))
            return known;
        var made = Of(GrantsText.Read(json));
        return Kept.Count >= MostKept ? made : Kept.GetOrAdd(json, made);
    }

    /// <summary>Whether it may be done for some host at least.</summary>
    public bool May(Permission permission) => _scopes[(int)permission] is not null;

    /// <summary>For which hosts.</summary>
    public HostScope Over(Permission permission) => _scopes[(int)permission] ?? HostScope.Nothing;

    /// <summary>The intersection of these rights with those of another person.</summary>
    public Rights Within(Rights bound) => new(Grants, bound);

    /// <summary>The permissions of a grant beyond these rights: a person can grant only rights that the person has.</summary>
    public IEnumerable<Permission> Lacks(AccessGrant grant)
    {
        var given = Of(grant);
        var selector = Selector.Parse(grant.Selector.Length == 0 ? "*" : grant.Selector).Selector ?? Selector.Everything;
        return given.Permissions.Where(permission => !Over(permission).Contains(selector));
    }
}
