using IwTune.Shared.Wire;

namespace IwTune.Shared.Model.Recommending;

/// <summary>
/// Recommends the initial window for given connections: the smallest one that reaches nine tenths of the possible gain under every bound,
/// and gains more than it risks. Pure: equal cases, equal recommendations.
/// </summary>
public static class Recommender
{
    /// <summary>Fewer connections than this say nothing.</summary>
    public const int LeastConnections = 30;

    /// <summary>The share of what can be gained that is enough.</summary>
    private const double Enough = 0.9;

    /// <summary>Less than this on average is no gain, ms; nor is less than a hundredth of the time.</summary>
    private const double LeastGain = 0.5;

    /// <summary>Responses of so many windows are heavy: the saving is a small part of their time.</summary>
    private const int Heavy = 10;

    /// <summary>What to do about the window, and why.</summary>
    public static Recommendation Recommend(RecommendationCase asked)
    {
        var seen = PathEvidence.Of(asked.Traffic) with { Mss = asked.Segment };
        seen = asked.Description?.Exactly(seen) ?? seen;
        var mix = asked.Description is { } described ? TrafficMix.Of(described) : TrafficMix.Of(asked.Traffic);
        var bounds = Bounds.Of(asked, seen);
        var sweep = Sweep.Of(asked, seen, mix);
        var choice =
            mix.Responses.Count == 0 || (!asked.Described && asked.Traffic.Connections < LeastConnections)
                ? new Choice(RecommendedAction.TooLittleSeen, asked.Current, asked.Current, BoundName.Evidence, [Reasons.TooLittle(asked)])
                : Choose(asked, seen, bounds, sweep);
        return Told(asked, bounds, sweep, choice);
    }

    private static Choice Choose(RecommendationCase asked, PathEvidence seen, Bounds bounds, Sweep sweep)
    {
        if (Lower(asked, seen, bounds) is { } lower)
            return lower;
        List<int> larger = [];
        foreach (var window in Candidates.Of(asked))
        {
            if (window > asked.Current && window <= bounds.Most)
                larger.Add(window);
        }
        if (Blocked(asked, seen, bounds, larger) is { } blocked)
            return blocked;
        if (larger.Count == 0)
            return Keep(asked, bounds.Binding, Reasons.AtBound(asked, seen, bounds), seen, sweep);

        larger.RemoveAll(window => sweep.Gain(window) <= sweep.MoreRisk(window));
        var most = 0.0;
        foreach (var window in larger)
            most = Math.Max(most, sweep.Gain(window));
        if (larger.Count == 0)
            return sweep.Gain(Largest(asked, bounds)) > LeastGain
                ? Keep(asked, BoundName.Buffer, Reasons.Overflows(sweep, Largest(asked, bounds)), seen, sweep)
                : Keep(asked, BoundName.Enough, Reasons.NothingToGain(sweep, asked.Current, bounds), seen, sweep);
        var mean = sweep.Mean(asked.Current);
        if (most < LeastGain || most < 0.01 * mean || (IsHeavy(asked, seen) && most < 0.05 * mean))
            return Keep(asked, BoundName.Enough, Reasons.NotWorth(most, mean, bounds), seen, sweep);
        foreach (var goal in larger)
        {
            if (sweep.Gain(goal) >= Enough * most)
                return Step(asked, seen, bounds, sweep, larger, goal);
        }
        throw new InvalidOperationException("The largest gain is one of the gains.");
    }

    /// <summary>What is above every bound, or loses in the first flight, goes down.</summary>
    private static Choice? Lower(RecommendationCase asked, PathEvidence seen, Bounds bounds)
    {
        var rfc3390 = (int)Math.Max(2, InitialWindow.Rfc3390(asked.Segment) / asked.Segment);
        if (seen.FirstFlightLoss >= Guardrail.MostFirstFlightLoss && !asked.Described)
        {
            var half = Math.Max(asked.Current / 2, rfc3390);
            half = half > 2 ? half / 2 * 2 : half;
            return half < asked.Current
                ? new(RecommendedAction.Lower, half, half, Guardrail.FirstFlightLoss.Name, [Reasons.Loses(seen, asked.Current, half)])
                : new(
                    RecommendedAction.Keep,
                    asked.Current,
                    asked.Current,
                    Guardrail.FirstFlightLoss.Name,
                    [Reasons.LosesAtLeast(seen, asked.Current)]
                );
        }
        var unproven = bounds.Binding == Guardrail.InternetCeiling.Name || bounds.Binding == Guardrail.OwnCeiling.Name;
        if (
            asked.Current <= bounds.Cap
            || bounds.Binding is TermName.PeerWindow or BoundName.Path
            || IsQueueRefuted(asked, seen, bounds)
            || (unproven && (asked.Described || seen.Judged < PathEvidence.EnoughToRaise))
        )
            return null;
        // RFC 3390's window suits every path; a limit of the administrator may be smaller.
        var cap = bounds.Binding == Guardrail.Queue.Name ? Math.Max(bounds.Cap, rfc3390) : bounds.Cap;
        while (cap > asked.Takes.Least && !asked.Takes.Takes(cap))
            cap--;
        cap = Math.Max(cap, asked.Takes.Least);
        if (cap >= asked.Current)
            return null;
        return new(RecommendedAction.Lower, cap, cap, bounds.Binding, [Reasons.AboveCap(asked, bounds, cap)]);
    }

    /// <summary>
    /// The rate of short connections over a long path is that of their window, not of the narrow link: the time that they spent in queues
    /// shows whether the window in force fills one.
    /// </summary>
    private static bool IsQueueRefuted(RecommendationCase asked, PathEvidence seen, Bounds bounds) =>
        bounds.Binding == Guardrail.Queue.Name && !asked.Described && seen.QueueP90 < Guardrail.MostQueue.TotalMicroseconds;

    private static Choice? Blocked(RecommendationCase asked, PathEvidence seen, Bounds bounds, List<int> larger)
    {
        if (seen.HeldBySendBuffer >= Guardrail.MostHeldBySendBuffer)
            return new(RecommendedAction.SendBufferFirst, asked.Current, asked.Current, TermName.SendBuffer, [Reasons.SendBuffer(seen)]);
        if (bounds.Binding == TermName.PeerWindow && larger.Count == 0)
            return new(
                RecommendedAction.ReceiversFirst,
                asked.Current,
                asked.Current,
                TermName.PeerWindow,
                [Reasons.Receivers(asked, seen)]
            );
        var next = larger.Count > 0 ? larger[0] : asked.Current + 1;
        List<string> said = [];
        var by = "";
        foreach (
            var objection in GuardrailCheck.Of(
                new Raise(next)
                {
                    From = asked.Current,
                    Role = asked.Role,
                    Mss = asked.Segment,
                    Evidence = seen,
                    Sack = asked.Sack,
                    Voice = asked.Voice,
                    Policer = asked.Policer,
                    Override = asked.Override,
                }
            )
        )
        {
            if (!objection.Refuses || objection.By == Guardrail.FullPath)
                continue;
            by = by.Length == 0 ? objection.By.Name : by;
            said.Add(objection.Text);
        }
        return said.Count == 0 ? null : new(RecommendedAction.Keep, asked.Current, asked.Current, by, said);
    }

    private static Choice Step(RecommendationCase asked, PathEvidence seen, Bounds bounds, Sweep sweep, List<int> larger, int goal)
    {
        var now = goal;
        if (goal > 2 * asked.Current)
        {
            now = 0;
            foreach (var window in Candidates.Of(asked))
                now =
                    window > asked.Current && window <= 2 * asked.Current && window < goal && sweep.Gain(window) >= sweep.MoreRisk(window)
                        ? window
                        : now;
            if (now == 0)
                return Keep(asked, BoundName.Buffer, Reasons.NoStep(asked, goal), seen, sweep);
        }
        List<string> why = [Reasons.Gains(asked, sweep, now)];
        if (now < goal)
            why.Add(Reasons.Stepped(asked, now, goal));
        why.Add(Reasons.Reaches(goal, larger[^1], bounds, sweep));
        if (sweep.Buffer.Risk(now, sweep.Mix).Share > 0.001)
            why.Add(Reasons.Risk(sweep, now));
        if (sweep.Buffer.Paced)
            why.Add(Reasons.Paced);
        if (IsHeavy(asked, seen))
            why.Add(Reasons.Heavy(seen));
        return new(
            RecommendedAction.Raise,
            now,
            goal,
            now < goal ? BoundName.Step
                : goal == larger[^1] ? bounds.Binding
                : BoundName.Enough,
            why
        );
    }

    private static Choice Keep(RecommendationCase asked, string binding, string why, PathEvidence seen, Sweep sweep)
    {
        List<string> reasons = [why];
        if (IsHeavy(asked, seen))
            reasons.Insert(0, Reasons.PageWeight(seen, asked.Current, sweep.Rounds(asked.Current)));
        return new(
            IsHeavy(asked, seen) ? RecommendedAction.PageWeightFirst : RecommendedAction.Keep,
            asked.Current,
            asked.Current,
            binding,
            reasons
        );
    }

    private static bool IsHeavy(RecommendationCase asked, PathEvidence seen) => seen.SizeP50 > (long)Heavy * asked.Current * asked.Segment;

    private static int Largest(RecommendationCase asked, Bounds bounds)
    {
        var largest = asked.Current;
        foreach (var window in Candidates.Of(asked))
            largest = window <= bounds.Most ? Math.Max(largest, window) : largest;
        return largest;
    }

    private static Recommendation Told(RecommendationCase asked, Bounds bounds, Sweep sweep, Choice choice)
    {
        var n = asked.Described ? 0 : asked.Traffic.Connections;
        var (p50, p90, mean) = sweep.Saved(choice.Now).Estimate(n, asked.Seed);
        var (rounds50, rounds90, _) = sweep.RoundsSaved(choice.Now).Estimate(n, asked.Seed);
        var (riskNow, riskThen) = (sweep.Buffer.Risk(asked.Current, sweep.Mix), sweep.Buffer.Risk(choice.Now, sweep.Mix));
        List<SweepPoint> points = [];
        foreach (var window in Candidates.Of(asked))
            points.Add(sweep.Point(window, window <= bounds.Most));
        return new()
        {
            Subject = asked.Subject,
            Action = choice.Action,
            Segments = choice.Now,
            Current = asked.Current,
            Goal = choice.Goal,
            Cap = bounds.Cap,
            Useful = bounds.Useful,
            Binding = choice.Binding,
            SavingP50 = p50,
            SavingP90 = p90,
            SavingMean = mean,
            RoundsSavedP50 = rounds50,
            RoundsSavedP90 = rounds90,
            RoundsBefore = sweep.Rounds(asked.Current),
            RoundsAfter = sweep.Rounds(choice.Now),
            RiskShare = riskThen.Share,
            RiskMs = riskThen.Ms,
            RiskShareNow = riskNow.Share,
            RiskMsNow = riskNow.Ms,
            BufferPackets = sweep.Buffer.Packets,
            Connections = n,
            Confidence =
                asked.Described ? Confidence.Described
                : n < 100 ? Confidence.Low
                : n < PathEvidence.EnoughToRaise ? Confidence.Medium
                : Confidence.High,
            Reasons = choice.Reasons,
            Sweep = points,
            EvidenceHash = EvidenceText.DigestOf(asked),
            Seed = asked.Seed,
        };
    }

    private sealed record Choice(RecommendedAction Action, int Now, int Goal, string Binding, IReadOnlyList<string> Reasons);
}
