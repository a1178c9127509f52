using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts;

/// <summary>The input of selectors.</summary>
/// <param name="Id">UUIDv7, text.</param>
/// <param name="Name">The host's own name.</param>
/// <param name="Os"><c>linux</c> or <c>windows</c>.</param>
/// <param name="Kernel">Release or build.</param>
/// <param name="Labels">From the token or edited since.</param>
public sealed record HostIdentity(string Id, string Name, string Os, string Kernel, IReadOnlyDictionary<string, string> Labels)
    : ISelectable
{
    /// <summary>Other facts that a selector can use.</summary>
    public FactLabels Facts { get; init; } = FactLabels.None;

    /// <summary>True for Windows, server or client.</summary>
    public bool IsWindows => Os == "windows";

    public HostIdentity With(HostFacts facts) =>
        this with
        {
            Name = facts.HostName,
            Os = facts.Os,
            Kernel = facts.Kernel,
            Facts = Facts.With(facts),
        };

    /// <summary>A state shows who owns the default routes.</summary>
    public HostIdentity With(HostState state) => this with { Facts = Facts.With(RouteOwners.Of(state)) };

    public bool Has(string key, SelectorValue value) =>
        key switch
        {
            SelectorKeys.Host or SelectorKeys.Word => value.Holds(Name),
            SelectorKeys.Id => value.Holds(Id),
            SelectorKeys.Os => value.Holds(Os),
            SelectorKeys.Kernel => value.Holds(Kernel),
            SelectorKeys.Label => HasLabel(value),
            _ when SelectorKeys.IsReserved(key) => Facts.Has(key, value),
            _ => Labels.TryGetValue(key, out var label) && value.Holds(label),
        };

    private bool HasLabel(SelectorValue value)
    {
        foreach (var (key, label) in Labels)
            if (value.Holds(key) || value.Holds($"{key}={label}"))
                return true;
        return false;
    }
}
