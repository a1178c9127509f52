namespace IwTune.Agent.Engine.Experiments;

/// <summary>A rule that can end an experiment: it counts events, and is evaluated by its schedule.</summary>
/// <param name="schedule">When, and with which share of alpha.</param>
/// <param name="test">The p-value of the units as they are.</param>
public sealed class HarmRule(LookSchedule schedule, Func<double> test)
{
    private readonly HashSet<int> _units = [];
    private long _events;
    private long _seen;

    /// <summary>The latest look; <see langword="null"/> before the first.</summary>
    public HarmLook? Last { get; private set; }

    /// <summary>Units that have any event.</summary>
    public int Units => _units.Count;

    /// <summary>Units that the next look needs.</summary>
    public int LeastUnits => schedule.LeastUnits;

    /// <summary>Adds an event.</summary>
    /// <param name="unit">Its unit.</param>
    /// <returns>The look that was due; <see langword="null"/> when none was.</returns>
    public HarmLook? Add(int unit)
    {
        _events++;
        _units.Add(unit);
        return schedule.IsDue(_events, _units.Count) ? Look() : null;
    }

    /// <summary>A last look at the end, unless nothing was added since the latest or no result could be significant.</summary>
    public HarmLook? End() => _events > _seen && _units.Count >= schedule.LeastUnits ? Look() : null;

    private HarmLook Look()
    {
        _seen = _events;
        var limit = schedule.Take(_events);
        return Last = new HarmLook(schedule.Looks, _events, _units.Count, test(), limit);
    }
}
