using IwTune.Server.Console;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>The columns of the list of hosts beside its name and verdict, in their order on the page.</summary>
internal static class HostListColumns
{
    public const string Owner = RouteOwners.Key;

    private const int MostLabels = 8;

    public static IReadOnlyList<HostColumn> All { get; } =
    [
        new("window", "Window", "window", 0)
        {
            Csv =
            [
                ("configured_initcwnd", host => host.ConfiguredCwnd?.ToString()),
                ("effective_segments", host => host.EffectiveSegments?.ToString()),
                ("binding_term", host => host.Binding == BindingTerm.Unknown ? "" : host.Binding.ToString()),
            ],
        },
        new("effective", "Effective", "effective", 10) { End = true, Csv = [("effective", host => host.EffectiveSegments?.ToString())] },
        new("policy", "Policy", "policy", 2)
        {
            Csv =
            [
                ("policy", host => host.Policy),
                ("revision", host => host.Revision?.ToString()),
                ("held_revision", host => host.HeldRevision?.ToString()),
            ],
        },
        new("rtt", "RTT", "rtt", 3) { End = true, Csv = [("rtt_us", host => host.RttMicroseconds?.ToString())] },
        new("mss", "MSS", "mss", 11) { End = true, Csv = [("mss", host => host.Mss?.ToString())] },
        new("os", "System", "os", 12) { Csv = [("os", host => host.Os), ("os_name", host => host.OsName)] },
        new("kernel", "Kernel", "kernel", 13) { Csv = [("kernel", host => host.Kernel)] },
        new("agent", "Agent", "agent", 14) { Csv = [("agent", host => host.AgentVersion)] },
        new(Owner, "Route owner", Owner, 15),
        new("labels", "Labels", null, 30)
        {
            Csv =
            [
                (
                    "labels",
                    host => string.Join(' ', host.Labels.OrderBy(l => l.Key, StringComparer.Ordinal).Select(l => $"{l.Key}:{l.Value}"))
                ),
            ],
        },
        new("enrolled", "Enrolled", "enrolled", 16) { End = true, Csv = [("enrolled_utc", host => Moments.Portable(host.Enrolled))] },
        new("seen", "Last seen", "seen", 1)
        {
            End = true,
            Csv = [("last_seen_utc", host => host.LastSeen is { } seen ? Moments.Portable(seen) : "")],
        },
    ];

    /// <summary>Those of a list without a choice.</summary>
    public static IReadOnlyList<HostColumn> Standard { get; } =
    [.. All.Where(column => column.Key is "window" or "policy" or "rtt" or "mss" or "kernel" or "labels" or "seen")];

    /// <summary>Where the columns of single labels stand.</summary>
    private static int PlaceOfLabels { get; } = All.ToList().FindIndex(column => column.Key == "labels");

    /// <returns>The columns in the order of the page, and what is wrong with the keys.</returns>
    public static (IReadOnlyList<HostColumn> Columns, IReadOnlyList<string> Problems) Read(IEnumerable<string> keys)
    {
        var given = keys.Distinct(StringComparer.Ordinal).ToList();
        var labels = given.Where(IsLabel).Select(key => HostColumn.OfLabel(key[HostColumn.LabelPrefix.Length..])).ToList();
        var problems = given
            .Where(key => !IsLabel(key) && All.All(column => column.Key != key))
            .Select(key => $"'{key}' is no column; the columns are {string.Join(", ", All.Select(column => column.Key))} and label:KEY")
            .ToList();
        if (labels.Count > MostLabels)
            problems.Add($"{labels.Count} columns of labels are too many; at most {MostLabels}");
        return (
            [
                .. All.Take(PlaceOfLabels).Where(column => given.Contains(column.Key)),
                .. labels.Take(MostLabels),
                .. All.Skip(PlaceOfLabels).Where(column => given.Contains(column.Key)),
            ],
            problems
        );
    }

    /// <summary>Whether it is the key of a column of one label.</summary>
    public static bool IsLabel(string key) =>
        key.StartsWith(HostColumn.LabelPrefix, StringComparison.Ordinal) && SelectorKeys.IsKey(key[HostColumn.LabelPrefix.Length..]);
}
