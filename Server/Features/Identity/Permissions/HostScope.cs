using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.Identity.Permissions;

/// <summary>The hosts for which a caller has a permission: those of any of some selectors, and of a bound where there is one.</summary>
public sealed class HostScope
{
    private readonly IReadOnlyList<Selector> _selectors;
    private readonly HostScope? _within;

    internal HostScope(IReadOnlyList<Selector> selectors, HostScope? within = null) =>
        (_selectors, _within) = (
            selectors.Any(one => one.Terms.Count == 0) ? [Selector.Everything] : selectors,
            within is { IsFleet: true } ? null : within
        );

    /// <summary>Every host, also those that enrol later.</summary>
    public static HostScope Fleet { get; } = new([Selector.Everything]);

    /// <summary>No host.</summary>
    public static HostScope Nothing { get; } = new([]);

    public bool IsFleet => _within is null && _selectors is [{ Terms.Count: 0 }];

    public bool Covers(HostIdentity host)
    {
        if (_within?.Covers(host) == false)
            return false;
        foreach (var selector in _selectors)
            if (selector.Matches(host))
                return true;
        return false;
    }

    /// <summary>How many members of the fleet are in here.</summary>
    internal int In(HostDirectory hosts) => IsFleet ? hosts.Count : hosts.All.Count(host => Covers(host.Identity));

    /// <summary>
    /// Whether whatever a selector ever matches is in here. By its terms, not by today's hosts: what lives on must not grow out of the
    /// scope.
    /// </summary>
    public bool Contains(Selector selector) =>
        _within?.Contains(selector) != false
        && _selectors.Any(mine => mine.Terms.All(term => selector.Terms.Any(theirs => theirs.ToString() == term.ToString())));

    /// <summary>As people read it: the selectors, or that it is the whole fleet.</summary>
    public override string ToString()
    {
        var own =
            _selectors is [{ Terms.Count: 0 }] ? "the whole fleet"
            : _selectors.Count == 0 ? "no host"
            : string.Join(" or ", _selectors.Select(one => $"'{one}'"));
        return _within is null ? own
            : IsAll(_selectors) ? _within.ToString()
            : $"{own} within {_within}";
    }

    private static bool IsAll(IReadOnlyList<Selector> selectors) => selectors is [{ Terms.Count: 0 }];
}
