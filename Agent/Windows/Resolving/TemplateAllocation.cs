using System.Net;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.Resolving;

/// <summary>
/// Gives every window that prefixes require a custom template of its own; prefixes with the same window share one. Pure: equal input, equal
/// answer. A prefix keeps its present template where possible, so that a filter is not moved without need.
/// </summary>
internal static class TemplateAllocation
{
    /// <summary>A custom template that may be given.</summary>
    /// <param name="Name">Which.</param>
    /// <param name="Window">What it has now, segments.</param>
    /// <param name="Given">The destinations that filters of ours give it now.</param>
    internal sealed record Free(TemplateName Name, int? Window, IReadOnlyList<IPNetwork> Given);

    /// <param name="wanted">Destination and window, segments, in the order of the policy; each destination once.</param>
    /// <param name="free">The templates that may be given, the better one first.</param>
    /// <param name="shared">Windows that a template has for other reasons and that may be shared.</param>
    /// <returns>Window → template; what is missing in it found no free template.</returns>
    public static IReadOnlyDictionary<int, TemplateName> Allocate(
        IReadOnlyList<(IPNetwork Destination, int Window)> wanted,
        IReadOnlyList<Free> free,
        IReadOnlyDictionary<int, TemplateName> shared
    )
    {
        var given = wanted
            .Select(want => want.Window)
            .Distinct()
            .Where(shared.ContainsKey)
            .ToDictionary(window => window, window => shared[window]);
        var groups = wanted.Where(want => !shared.ContainsKey(want.Window)).GroupBy(want => want.Window, want => want.Destination).ToList();
        var pairs =
            from one in groups.Select((destinations, order) => (destinations, order))
            from template in free.Select((template, order) => (template, order))
            let has = one.destinations.Count(template.template.Given.Contains)
            let holds = template.template.Window == one.destinations.Key
            orderby Fit(has, holds) descending, has descending, one.order, template.order
            select (Window: one.destinations.Key, template.template.Name);
        var taken = new HashSet<TemplateName>();
        foreach (var (window, name) in pairs)
        {
            if (!given.ContainsKey(window) && !taken.Contains(name))
            {
                given.Add(window, name);
                taken.Add(name);
            }
        }
        return given;
    }

    /// <summary>No change is best; then one template to set, which changes no filter; then filters to move.</summary>
    private static int Fit(int has, bool holds) =>
        (has > 0, holds) switch
        {
            (true, true) => 3,
            (true, false) => 2,
            (false, true) => 1,
            _ => 0,
        };
}
