using IwTune.Server.Features.Enrolment;
using IwTune.Server.Features.Traffic;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Reports;

/// <summary>What a line must hold before it is stored: source generation does not check that a JSON null is allowed.</summary>
internal static class ReportRules
{
    private const int MaxText = 4000,
        MaxId = 500,
        MaxTerms = 32;

    /// <summary>The rule that is broken; <see langword="null"/> when none is.</summary>
    public static string? Broken(ReportLine line)
    {
        var bodies = new object?[] { line.State, line.Evidence, line.Event, line.Facts }.Count(body => body is not null);
        if (line.Number < 1)
            return $"number is {line.Number}; numbers start at 1";
        if (bodies != 1)
            return $"has {bodies} bodies; exactly one of state, evidence, event and facts belongs there";
        if (
            line.Event is { } happened
            && (happened.Text is null or { Length: > MaxText } || happened.Digest is null or { Length: > MaxId })
        )
            return $"event.text and event.digest are needed, at most {MaxText} and {MaxId} characters";
        if (line.Event is { Writer.Length: > MaxId } or { Target.Length: > MaxId })
            return $"event.writer and event.target are at most {MaxId} characters each";
        if (
            line.Evidence is { } evidence
            && (
                evidence.TargetId is null or { Length: > MaxId }
                || evidence.Peer is null or { Length: > MaxId }
                || evidence.BundleDigest is null or { Length: > MaxId }
                || evidence.Note is null or { Length: > MaxText }
            )
        )
            return $"evidence.targetId, peer and bundleDigest (at most {MaxId} characters) and note (at most {MaxText}) may not be null";
        if (
            line.Evidence?.Terms is { } terms
            && (terms.Count > MaxTerms || terms.Any(t => t is not { Name: { Length: <= MaxId }, Note: { Length: <= MaxText } }))
        )
            return $"evidence.terms: at most {MaxTerms}, each with a name and a note of at most {MaxId} and {MaxText} characters";
        if (line.Evidence?.Passive is { Windows: null or { Count: > MaxTerms } })
            return $"evidence.passive.windows: at most {MaxTerms} are needed";
        if (line.Evidence?.Passive?.Profile is { } profile && TrafficRules.Broken(profile) is { } traffic)
            return $"evidence.passive.profile.{traffic}";
        if (line.Evidence?.Counters is { } counters && (counters.Segments < 0 || counters.SegmentsAgain < 0))
            return "evidence.counters: segments and segmentsAgain may not be negative";
        if (line.Evidence?.RoundTrips is { Destination: null or { Length: > MaxId } })
            return $"evidence.roundTrips.destination is needed, at most {MaxId} characters";
        if (line.Facts is not null && EnrolmentFacts.Problems(line.Facts) is { Count: > 0 } problems)
            return string.Join("; ", problems);
        if (Times.Unlikely([line.At, line.Evidence?.At]) is { } time)
            return time;
        return line.State is { } state ? StateRules.Broken(state) : null;
    }
}
