using IwTune.Shared.Formatting;

namespace IwTune.Shared.Model;

/// <summary>Checks a window against every <see cref="Guardrail"/>. Pure; more knowledge of the host gives more objections.</summary>
public static class GuardrailCheck
{
    /// <summary>How a policy lifts a guardrail.</summary>
    public const string Way = "To set it anyway, give the reason as `override: \"…\"` in the policy.";

    /// <summary>Every objection, refusals first; empty without one.</summary>
    public static IReadOnlyList<Objection> Of(Raise raise)
    {
        List<Objection> said = [.. Ceilings(raise)];
        if (raise.Blind is { } blind && raise.To > raise.From && raise.To > raise.Rfc3390)
            said.Insert(0, new(Guardrail.Monitoring, $"{Guardrail.Monitoring.Rule} Here {blind}, so nothing is raised.", true));
        if (raise.To > raise.From)
            said.AddRange(Paths(raise));
        if (raise.Override is not null)
            said.RemoveAll(objection => objection.By.Lifted);
        said.Sort((a, b) => b.Refuses.CompareTo(a.Refuses));
        return said;
    }

    /// <summary>The first refusal; <see langword="null"/> when the window may be set.</summary>
    public static Objection? Refuse(Raise raise)
    {
        foreach (var objection in Of(raise))
        {
            if (objection.Refuses)
                return objection;
        }
        return null;
    }

    /// <summary>
    /// True when the measurements at the window in force support a larger one: enough connections, and hardly a loss in the first flight.
    /// </summary>
    public static bool SpeaksForMore(PathEvidence? evidence) =>
        evidence
            is {
                Judged: >= PathEvidence.EnoughToRaise,
                FirstFlightLoss: < Guardrail.FirstFlightLossForMore,
                SentAgain: null or < Guardrail.MostSentAgain
            };

    private static IEnumerable<Objection> Ceilings(Raise raise)
    {
        var proven = SpeaksForMore(raise.Evidence);
        if (raise.To > Guardrail.WithoutOverrideMost)
            yield return new(
                Guardrail.NeedsOverride,
                $"{raise.To} segments are {Kilobytes(raise)} at once. {Guardrail.NeedsOverride.Rule} {Way}",
                true
            );
        else if (raise.To > Guardrail.ReceiverMost)
            yield return new(
                Guardrail.ReceiverCeiling,
                raise.Role == PathRole.Internet
                    ? $"{Guardrail.ReceiverCeiling.Rule} Receivers on the Internet are not prepared for more: keep it at "
                        + $"{Guardrail.ReceiverMost} or below. {Way}"
                    : $"{Guardrail.ReceiverCeiling.Rule} Prepare the receivers (initrwnd, tcp_rmem) or keep it at "
                        + $"{Guardrail.ReceiverMost}.",
                raise.Role == PathRole.Internet
            );
        else if (!proven && raise.Role == PathRole.Internet && raise.To > Guardrail.InternetMost)
            yield return new(Guardrail.InternetCeiling, $"{Guardrail.InternetCeiling.Rule}{Unproven(raise)}", false);
        else if (!proven && raise.Role == PathRole.Own && raise.To > Guardrail.OwnMost)
            yield return new(Guardrail.OwnCeiling, $"{Guardrail.OwnCeiling.Rule}{Unproven(raise)}", false);
        if (raise.Segment > Guardrail.LargeSegment && (long)raise.To * raise.Segment > InitialWindow.Rfc6928(raise.Segment))
            yield return new(
                Guardrail.Bytes,
                Invariant.Text(
                    $"{Guardrail.Bytes.Rule} Segments are {raise.Segment} bytes here, so {raise.To} of them are {Kilobytes(raise)}; the "
                        + $"standard allows {Math.Max(1, InitialWindow.Rfc6928(raise.Segment) / raise.Segment)}."
                ),
                raise.Role == PathRole.Internet && raise.To > raise.From
            );
    }

    private static string Unproven(Raise raise) =>
        raise.DocumentOnly ? ""
        : raise.Evidence is not { Judged: > 0 and var judged } ? " Nothing has been measured there yet."
        : raise.Evidence.FirstFlightLoss is { } loss
            ? Invariant.Text($" Measured there: {judged:N0} connections, {loss:P1} with losses in the first flight.")
        : Invariant.Text($" Only {judged:N0} connections have been judged there so far.");

    private static IEnumerable<Objection> Paths(Raise raise)
    {
        if (raise is { Sack: false, To: > Guardrail.InternetMost })
            yield return No(Guardrail.NoSack, $"net.ipv4.tcp_sack is 0 here.");
        if (raise.Voice)
            yield return No(Guardrail.Voice, $"The description of the path lists voice.");
        if (raise.Policer)
            yield return No(Guardrail.Policer, $"The description of the path lists a policer.");
        if (raise.Evidence is not { Connections: >= PathEvidence.EnoughToRefuse } seen)
            yield break;
        if (seen.FirstFlightLoss is >= Guardrail.MostFirstFlightLoss and var loss)
            yield return No(Guardrail.FirstFlightLoss, $"Here {loss:P1} of {seen.Judged:N0} have losses, at {raise.From} segments.");
        if (seen.SentAgain is >= Guardrail.MostSentAgain and var again)
            yield return No(Guardrail.SentAgain, $"Here {again:P1} are retransmitted.");
        if (Queue(raise, seen) is { } queue && queue > Guardrail.MostQueue)
            yield return No(
                Guardrail.Queue,
                $"{raise.To} segments of {Text(seen.Concurrency, "connection")} at {seen.RateP10 / 1e6:0.##} Mbit/s (the slowest tenth) "
                    + $"queue for {queue.TotalMilliseconds:N0} ms."
            );
        if (seen is { RateP50: { } rate, RttP50: { } rtt } && PathSegments(rate, rtt, raise.Segment) < raise.To)
            yield return No(
                Guardrail.FullPath,
                $"Half of the paths here hold {PathSegments(rate, rtt, raise.Segment)} segments ({rate / 1e6:0.##} Mbit/s, "
                    + $"{rtt / 1e3:0.#} ms)."
            );
        if (seen.RttP50 is { } near && near < Guardrail.LeastRtt.TotalMicroseconds)
            yield return No(Guardrail.ShortPath, $"Half of the connections here have {near / 1e3:0.##} ms or less.");
        if (seen.SizeP90 <= 3L * raise.Segment)
            yield return No(Guardrail.SmallResponses, $"Nine of ten responses here have {seen.SizeP90:N0} bytes or less.");
        if (seen.HeldBySendBuffer >= Guardrail.MostHeldBySendBuffer)
            yield return No(
                Guardrail.SendBuffer,
                $"Here it limited {seen.HeldBySendBuffer:P0} of the connections: raise SO_SNDBUF or net.ipv4.tcp_wmem first."
            );
    }

    /// <summary>
    /// How long the first flights of one peer's connections queue at the slowest tenth of the paths; <see langword="null"/> when their rate
    /// is not known.
    /// </summary>
    public static TimeSpan? Queue(Raise raise, PathEvidence seen) =>
        seen.RateP10 is > 0 and var rate
            ? TimeSpan.FromSeconds(Math.Min(3600, (double)raise.To * raise.Segment * seen.Concurrency * 8 / rate))
            : null;

    /// <summary>The segments that a path holds: rate × round-trip time, rounded up.</summary>
    /// <param name="rate">bit/s.</param>
    /// <param name="rttMicroseconds">Microseconds.</param>
    /// <param name="mss">Bytes.</param>
    public static long PathSegments(double rate, long rttMicroseconds, int mss) =>
        (long)Math.Ceiling(rate * rttMicroseconds / 1e6 / 8 / mss);

    private static Objection No(Guardrail by, InvariantText found) => new(by, $"{by.Rule} {Invariant.Text(found)}", true);

    private static string Kilobytes(Raise raise) => Invariant.Text($"{(long)raise.To * raise.Segment / 1000:N0} kB");

    private static string Text(long count, string noun) => Invariant.Text($"{count:N0} {noun}{(count == 1 ? "" : "s")}");
}

/// <summary>What a guardrail says against a window.</summary>
/// <param name="By">The guardrail.</param>
/// <param name="Text">What was found and what would help, as sentences.</param>
/// <param name="Refuses">True when the window must not be set; false when it deserves a thought.</param>
public sealed record Objection(Guardrail By, string Text, bool Refuses);
