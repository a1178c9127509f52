using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Passive;

/// <summary>The reports about connections of the last half to whole day, added up by target. Safe for any thread.</summary>
/// <param name="clock">Says when half a day is over.</param>
public sealed class TrafficMemory(TimeProvider clock)
{
    /// <summary>Targets that are remembered at a time.</summary>
    private const int Most = 64;

    private static readonly TimeSpan Half = TimeSpan.FromHours(12);

    private readonly object _gate = new();
    private Dictionary<string, Evidence> _now = new(StringComparer.Ordinal);
    private Dictionary<string, Evidence> _before = new(StringComparer.Ordinal);
    private long _turned = clock.GetTimestamp();

    /// <summary>Adds a report.</summary>
    public void Add(IReadOnlyList<Evidence> told)
    {
        lock (_gate)
        {
            Turn();
            foreach (var seen in told)
                Add(_now, seen);
        }
    }

    /// <summary>All of it by target, those with most connections first.</summary>
    /// <param name="running">What is being added up now and is not reported yet.</param>
    public IReadOnlyList<Evidence> All(IReadOnlyList<Evidence> running)
    {
        var all = new Dictionary<string, Evidence>(StringComparer.Ordinal);
        lock (_gate)
        {
            Turn();
            foreach (var seen in _before.Values)
                Add(all, seen);
            foreach (var seen in _now.Values)
                Add(all, seen);
        }
        foreach (var seen in running)
            Add(all, seen);
        var sorted = new List<Evidence>(all.Values);
        sorted.Sort((one, other) => (other.Passive!.Closed, one.TargetId).CompareTo((one.Passive!.Closed, other.TargetId)));
        return sorted;
    }

    private void Turn()
    {
        var over = clock.GetElapsedTime(_turned);
        if (over < Half)
            return;
        _before = over < 2 * Half ? _now : new(StringComparer.Ordinal);
        _now = new(StringComparer.Ordinal);
        _turned = clock.GetTimestamp();
    }

    private static void Add(Dictionary<string, Evidence> to, Evidence seen)
    {
        if (seen.Passive is null)
            return;
        if (to.TryGetValue(seen.TargetId, out var earlier))
            to[seen.TargetId] = PassiveSum.Of(earlier, seen);
        else if (to.Count < Most)
            to.Add(seen.TargetId, seen);
    }
}
