using System.Globalization;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Windows.Watching;

/// <summary>Everything of a host that may concern a target, each by a name and as a text, so that two readings can be compared.</summary>
internal sealed class WatchedState
{
    private readonly IReadOnlyDictionary<string, string> _values;

    private WatchedState(IReadOnlyDictionary<string, string> values) => _values = values;

    public static WatchedState Of(WindowsState state)
    {
        var values = new Dictionary<string, string>(StringComparer.Ordinal) { ["the default template"] = state.Default.ToString() };
        foreach (var template in state.Templates.Templates)
            values[WindowsTargets.Id(template.Name)] = template.InitialCongestionWindow is { } window
                ? string.Create(CultureInfo.InvariantCulture, $"initcwnd {window}")
                : "";
        if (state.UseCustom is { } uses)
            values[WatchedChange.UseCustom] = uses ? "Enabled" : "Disabled";
        if (state.Filters.Problem.Length == 0)
        {
            values[Readable] = "";
            foreach (var filter in state.Special)
                values[FilterMatch.Of(filter).Id] = filter.Setting.ToString();
        }
        return new WatchedState(values);
    }

    private const string Readable = "filters";

    /// <summary>The names of everything that is there, each with its text.</summary>
    public IReadOnlyList<WatchedChange> All =>
        [.. _values.Where(one => one.Key != Readable).Select(one => new WatchedChange(one.Key, null, one.Value))];

    /// <summary>The differences.</summary>
    public IReadOnlyList<WatchedChange> Since(WatchedState before)
    {
        // Filters that cannot be read are not gone.
        var both = _values.ContainsKey(Readable) && before._values.ContainsKey(Readable);
        return
        [
            .. _values
                .Keys.Union(before._values.Keys, StringComparer.Ordinal)
                .Where(name => name != Readable && (both || !name.StartsWith("filter ", StringComparison.Ordinal)))
                .Select(name => new WatchedChange(name, before._values.GetValueOrDefault(name), _values.GetValueOrDefault(name)))
                .Where(one => one.Then != one.Now),
        ];
    }

    /// <summary>This, with the changes between two readings of ours.</summary>
    public WatchedState With(WatchedState first, WatchedState last)
    {
        var values = new Dictionary<string, string>(_values, StringComparer.Ordinal);
        foreach (
            var name in first
                ._values.Keys.Union(last._values.Keys, StringComparer.Ordinal)
                .Where(name => first._values.GetValueOrDefault(name) != last._values.GetValueOrDefault(name))
        )
        {
            if (last._values.TryGetValue(name, out var now))
                values[name] = now;
            else
                values.Remove(name);
        }
        return new WatchedState(values);
    }
}
