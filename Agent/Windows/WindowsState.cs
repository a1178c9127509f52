using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Windows;

/// <summary>The templates and filters of a host at one instant, and which filters are ours.</summary>
/// <param name="Rules">What this Windows allows to set.</param>
/// <param name="Templates">As read.</param>
/// <param name="Filters">As read.</param>
/// <param name="Owned">The filters that are listed as ours, whether they are there or not.</param>
/// <param name="OwnershipProblem">Why it is not known which are ours, as a sentence; empty when it is.</param>
internal sealed record WindowsState(
    VersionRules Rules,
    TemplateReading Templates,
    FilterReading Filters,
    IReadOnlyList<TransportFilter> Owned,
    string OwnershipProblem = ""
)
{
    /// <summary>Every filter except the one that Windows has for everything.</summary>
    public IReadOnlyList<TransportFilter> Special { get; } = [.. Filters.Filters.Where(filter => !FilterMatch.Of(filter).IsEverything)];

    /// <summary>The template of connections that no filter covers.</summary>
    public TemplateName Default { get; } = Named(Rules, Templates.Default ?? Everything(Filters) ?? Usual(Rules));

    /// <summary>Whether Automatic takes the custom templates; <see langword="null"/> where that cannot be read.</summary>
    public bool? UseCustom { get; } = ReadUseCustom(Templates);

    /// <summary>The templates of connections that no filter covers, as the host is now.</summary>
    public IReadOnlyList<TemplateName> Landing => Default == TemplateName.Automatic ? Taken : [Default];

    /// <summary>The templates that Automatic takes, whether it is the default or not.</summary>
    private IReadOnlyList<TemplateName> Taken => UseCustom == true ? [TemplateName.InternetCustom, TemplateName.DatacenterCustom] : Stock;

    /// <summary>The templates that Automatic takes when it is not set to take the custom ones.</summary>
    public static IReadOnlyList<TemplateName> Stock { get; } = [TemplateName.Internet, TemplateName.Datacenter];

    /// <summary>A template as read; <see langword="null"/> when there is none of that name.</summary>
    public Template? Find(TemplateName name) => Templates.Templates.FirstOrDefault(template => template.Name == name);

    /// <summary>The window that connections get through this template; unset when it has none, or two that differ.</summary>
    public Window WindowOf(TemplateName name) =>
        (name == TemplateName.Automatic ? Taken : [name]).Select(landed => Find(landed)?.InitialCongestionWindow).Distinct().ToList()
            is [{ } same]
            ? new Window(same, null)
            : Window.Unset;

    /// <summary>The filters for these connections: one, or none.</summary>
    public IEnumerable<TransportFilter> For(FilterMatch match) => Special.Where(filter => FilterMatch.Of(filter) == match);

    /// <summary>True when the filter is listed as ours.</summary>
    public bool IsOwned(TransportFilter filter) =>
        Owned.Any(owned => owned.Setting == filter.Setting && FilterMatch.Of(owned) == FilterMatch.Of(filter));

    /// <summary>The filters of other programs that give a template.</summary>
    public IEnumerable<TransportFilter> ForeignTo(TemplateName name) => Special.Where(filter => filter.Setting == name && !IsOwned(filter));

    /// <summary>Since 2012 R2 netsh prints DatacenterCustom as <c>custom</c>.</summary>
    private static TemplateName Named(VersionRules rules, TemplateName read) =>
        read == TemplateName.Custom && rules.Way is DefaultWay.UseCustom or DefaultWay.InPlace ? TemplateName.DatacenterCustom : read;

    private static TemplateName? Everything(FilterReading filters) =>
        filters.Filters.FirstOrDefault(filter => FilterMatch.Of(filter).IsEverything)?.Setting;

    /// <summary>
    /// What no method reports is what Microsoft documents for unconfigured hosts: servers have Automatic, clients and 2008 R2 Internet.
    /// </summary>
    private static TemplateName Usual(VersionRules rules) =>
        rules.Way is DefaultWay.None or DefaultWay.ByHand ? TemplateName.Internet : TemplateName.Automatic;

    private static bool? ReadUseCustom(TemplateReading reading)
    {
        var read = reading
            .Templates.Where(template => template.Name is TemplateName.InternetCustom or TemplateName.DatacenterCustom)
            .Select(template => template.AutomaticUseCustom)
            .ToList();
        return read.Count == 0 || read.Contains(null) ? null : read.TrueForAll(uses => uses == true);
    }
}
