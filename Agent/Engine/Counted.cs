using System.Globalization;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine;

/// <summary>A number with its noun: <c>1 route</c>, <c>1,200 routes</c>.</summary>
internal static class Counted
{
    public static string Of(long count, string noun) =>
        string.Create(CultureInfo.InvariantCulture, $"{count:#,0} {noun}{(count == 1 ? "" : "s")}");

    /// <summary>Targets of a host by their nouns: <c>2 routes and 1 container</c>.</summary>
    /// <param name="targets">The targets.</param>
    /// <param name="noun">The noun of those that are no containers.</param>
    public static string Of(IReadOnlyCollection<Target> targets, string noun)
    {
        var containers = targets.Count(target => target.Container is not null);
        var others = targets.Count - containers;
        return containers == 0 ? Of(others, noun)
            : others == 0 ? Of(containers, "container")
            : $"{Of(others, noun)} and {Of(containers, "container")}";
    }
}
