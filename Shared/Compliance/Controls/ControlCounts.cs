namespace IwTune.Shared.Compliance.Controls;

/// <summary>Counts hosts by control and result.</summary>
public sealed class ControlCounts
{
    private readonly Dictionary<string, Dictionary<ControlResult, int>> _counts = new(StringComparer.Ordinal);

    /// <summary>Counts hosts with the same results.</summary>
    /// <param name="results">By control; <see langword="null"/> when nothing was recorded.</param>
    /// <param name="hosts">How many.</param>
    public void Add(IReadOnlyDictionary<string, ControlResult>? results, int hosts = 1)
    {
        foreach (var (id, result) in results ?? new Dictionary<string, ControlResult>())
        {
            if (!_counts.TryGetValue(id, out var counts))
                _counts[id] = counts = ControlWords.All.Select(words => words.Result).Order().ToDictionary(word => word, _ => 0);
            counts[result] += hosts;
        }
    }

    /// <summary>Hosts by result of each control that any host has, by the control's id; every result is named.</summary>
    public IReadOnlyDictionary<string, IReadOnlyDictionary<ControlResult, int>> Counts =>
        _counts
            .OrderBy(control => control.Key.Length)
            .ThenBy(control => control.Key, StringComparer.Ordinal)
            .ToDictionary(
                control => control.Key,
                IReadOnlyDictionary<ControlResult, int> (control) => control.Value,
                StringComparer.Ordinal
            );
}
