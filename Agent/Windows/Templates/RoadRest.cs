namespace IwTune.Agent.Windows.Templates;

/// <summary>
/// Which methods rest because they failed: one that hangs would cost its whole time limit at every reading. After a while each is tried
/// again.
/// </summary>
internal sealed class RoadRest(TimeProvider clock)
{
    /// <summary>How long a method rests.</summary>
    public static readonly TimeSpan Span = TimeSpan.FromMinutes(10);

    private readonly Dictionary<Road, (DateTimeOffset Until, string Why)> _resting = [];

    /// <summary>Why it rests; <see langword="null"/> when it can be tried.</summary>
    public string? Why(Road road)
    {
        lock (_resting)
            return _resting.TryGetValue(road, out var rest) && rest.Until > clock.GetUtcNow() ? rest.Why : null;
    }

    public void Lay(Road road, string why)
    {
        lock (_resting)
            _resting[road] = (clock.GetUtcNow() + Span, why);
    }

    public void Wake(Road road)
    {
        lock (_resting)
            _resting.Remove(road);
    }
}
