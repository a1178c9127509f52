namespace IwTune.Agent.Engine.Experiments;

/// <summary>
/// When a rule is evaluated, and what each evaluation may use of the rule's share of alpha: look j gets 1/(j·(j + 1)) of it, which adds up
/// to the whole share however many looks follow. A look is due when the events have grown by half. The number of events of both arms does
/// not say which arm they are in, so it does not bias the looks.
/// </summary>
/// <param name="alpha">The rule's share of the false-positive rate.</param>
/// <param name="first">Events at the first look.</param>
public sealed class LookSchedule(double alpha, long first)
{
    private long _next = first;

    /// <summary>Looks so far.</summary>
    public int Looks { get; private set; }

    /// <summary>What the next look may use.</summary>
    public double Limit => alpha / ((Looks + 1.0) * (Looks + 2.0));

    /// <summary>
    /// Fewer units than this cannot reach the next limit, because no p-value is below 2⁻ⁿ. The look waits for them and costs nothing.
    /// </summary>
    public int LeastUnits => (int)Math.Ceiling(-Math.Log2(Limit));

    /// <summary>Whether a look is due.</summary>
    /// <param name="events">Events of both arms.</param>
    /// <param name="units">Units that have any.</param>
    public bool IsDue(long events, int units) => events >= _next && units >= LeastUnits;

    /// <summary>A look happened.</summary>
    /// <param name="events">Events of both arms at it.</param>
    /// <returns>What it may use.</returns>
    public double Take(long events)
    {
        var limit = Limit;
        Looks++;
        _next = events + Math.Max(1, events / 2);
        return limit;
    }
}
