using IwTune.Shared.Wire;

namespace IwTune.Shared.Model.Recommending;

/// <summary>What keeps a window from being larger, before anything is weighed.</summary>
internal sealed class Bounds
{
    private readonly List<(int Segments, string Name)> _caps = [];

    private Bounds() { }

    /// <summary>The most that may be set, segments, at least 1.</summary>
    public int Cap => Math.Max(1, Least().Segments);

    /// <summary>The segments that half of the paths hold; <see langword="null"/> when their rate is not known.</summary>
    public long? Useful { get; private init; }

    /// <summary>The smaller of both.</summary>
    public long Most => Math.Min(Cap, Useful ?? long.MaxValue);

    /// <summary>The name of what binds.</summary>
    public string Binding => Useful < Cap ? BoundName.Path : Least().Name;

    public static Bounds Of(RecommendationCase asked, PathEvidence seen)
    {
        var mss = asked.Segment;
        var bounds = new Bounds
        {
            Useful = seen is { RateP50: { } rate, RttP50: { } rtt } ? Math.Max(1, GuardrailCheck.PathSegments(rate, rtt, mss)) : null,
        };
        bounds.Add(asked.Takes.Most, BoundName.System);
        bounds.Add(asked.Limits.Max, BoundName.Limits);
        if (seen.PeerWindowP10 is { } window)
            bounds.Add((int)Math.Clamp(window / mss, 1, int.MaxValue), TermName.PeerWindow);
        if (mss > Guardrail.LargeSegment)
            bounds.Add((int)(InitialWindow.Rfc6928(mss) / mss), Guardrail.Bytes.Name);
        if (asked.Override is null)
            bounds.AddCeilings(asked, seen);
        if (seen.RateP10 is > 0 and var slow)
            bounds.Add(
                (int)Math.Clamp(slow * Guardrail.MostQueue.TotalSeconds / 8 / mss / seen.Concurrency, 1, int.MaxValue),
                Guardrail.Queue.Name
            );
        return bounds;
    }

    private void AddCeilings(RecommendationCase asked, PathEvidence seen)
    {
        Add(Guardrail.ReceiverMost, Guardrail.ReceiverCeiling.Name);
        if (asked.Described || !GuardrailCheck.SpeaksForMore(seen))
            Add(
                asked.Role == PathRole.Internet ? Guardrail.InternetMost : Guardrail.OwnMost,
                asked.Role == PathRole.Internet ? Guardrail.InternetCeiling.Name : Guardrail.OwnCeiling.Name
            );
    }

    private void Add(int? segments, string name)
    {
        if (segments is { } most)
            _caps.Add((most, name));
    }

    private (int Segments, string Name) Least()
    {
        var least = _caps[0];
        foreach (var cap in _caps)
            least = cap.Segments < least.Segments ? cap : least;
        return least;
    }
}
