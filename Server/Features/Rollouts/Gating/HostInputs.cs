using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>Whether too many hosts of a ring failed, and whether all of them are settled.</summary>
internal static class HostInputs
{
    public const string Hosts = "hosts of the ring",
        Apply = "apply failures",
        Verification = "verification failures",
        Unreachable = "unreachable",
        Unconfirmed = "unconfirmed";

    public static IEnumerable<GateInput> Of(GateCase given)
    {
        var hosts = given.Hosts;
        if (hosts.All == 0)
            yield return new GateInput(
                Hosts,
                GateVerdict.Inconclusive,
                "all of them have left, so that nothing is known of the revision on them",
                "hosts",
                0
            );
        var silent = given.Silence?.Shown(hosts.Unreachable, given.Rules.Alpha) ?? hosts.Unreachable;
        var unconfirmed = given.Unconfirmed?.Shown(hosts.Unconfirmed, given.Rules.Alpha) ?? hosts.Unconfirmed;
        var failed = hosts.ApplyFailed + hosts.VerifyFailed + silent + unconfirmed;
        yield return One(given, Apply, hosts.ApplyFailed, failed, "did not get the revision");
        yield return Drifting(given, failed, One(given, Verification, hosts.VerifyFailed, failed, "got it and did not verify"));
        yield return Cut(
            given,
            failed,
            new(Unreachable, hosts.Unreachable, silent, given.Silence)
            {
                What = $"silent for more than {Words.Span(given.Rules.UnreachableSeconds)} since they were admitted",
                Before = "silent before the ring began",
                Next = "the ring waits for them",
            }
        );
        if (hosts.Unconfirmed > 0)
            yield return Cut(
                given,
                failed,
                new(Unconfirmed, hosts.Unconfirmed, unconfirmed, given.Unconfirmed)
                {
                    What = "restored because they could not reach the server within the confirm time",
                    Before = "not heard before, because the server had just started",
                    Next = "they get the revision again",
                }
            );
        yield return BakeTime.Of(given.Baked, given.Bake, hosts);
    }

    /// <summary>How many of so many hosts may fail.</summary>
    public static int Most(RolloutRules rules, int hosts) =>
        Math.Max(rules.MaxFailed, (int)Math.Floor(hosts * rules.MaxFailedPercent / 100));

    /// <summary>
    /// Failures of all kinds together count against the bounds, and an input that had none of them does not fail for the others.
    /// </summary>
    private static GateInput One(GateCase given, string name, int count, int failed, string what) =>
        new(
            name,
            count > 0 && failed > Most(given) ? GateVerdict.Fail
                : given.Hosts.Unsettled > 0 ? GateVerdict.Inconclusive
                : GateVerdict.Pass,
            Sentence(given, count, what),
            "hosts",
            count,
            Threshold: Most(given)
        );

    /// <summary>A host that differs now lets the ring pass only where it may also fail.</summary>
    private static GateInput Drifting(GateCase given, int failed, GateInput input) =>
        given.Hosts.Drifted == 0
            ? input
            : input with
            {
                Verdict =
                    input.Verdict == GateVerdict.Pass && failed + given.Hosts.Drifted > Most(given)
                        ? GateVerdict.Inconclusive
                        : input.Verdict,
                Sentence = $"{input.Sentence}; {Words.Drifted(given.Hosts.Drifted, given.Rules.UnreachableSeconds)}",
            };

    /// <summary>Silence that other hosts share does not fail the ring, nor does it let it pass: nothing is known of these hosts.</summary>
    private static GateInput Cut(GateCase given, int failed, CutOffHosts cut)
    {
        var hosts = given.Hosts;
        var many = cut.Count > 0 && hosts.Failed > Most(given);
        var verdict =
            cut.Shown > 0 && failed > Most(given) ? GateVerdict.Fail
            : many || hosts.Unsettled > 0 ? GateVerdict.Inconclusive
            : GateVerdict.Pass;
        var compared = cut.Beside is { } beside ? Compared(beside, given.Rules.Alpha, cut.Before) : "";
        var ends = many && verdict == GateVerdict.Inconclusive ? $": {cut.Next}" : "";
        return new GateInput(
            cut.Name,
            verdict,
            $"{Sentence(given, cut.Count, cut.What)}{compared}{ends}",
            "hosts",
            cut.Count,
            Threshold: Most(given)
        )
        {
            Due = cut.Beside is { Others.All: > 0 and var all } silence
                ? Math.Round((double)silence.Ring.All * silence.Others.Silent / all, 1)
                : null,
        };
    }

    private static string Compared(RingSilence silence, double alpha, string before)
    {
        var (others, explained, known) = (silence.Others, silence.Explained(alpha), silence.Before - silence.Brief);
        var group = silence.Earlier ? "in earlier rings" : "in the control group";
        return (
                others.All > 0 ? Words.Text($"; in the same time {others.Silent:N0} of {others.All:N0} {group} {Was(others.Silent)} silent")
                : silence.Waits ? "; no other host was heard since the server started"
                : "; there is no other host to compare them with"
            )
            + Over(silence)
            + (explained > 0 ? Words.Text($", which with chance explains up to {explained:N0}") : "")
            + (known > 0 ? Words.Text($"; {known:N0} of them {Was(known)} {before}") : "")
            + Brief(silence.Brief)
            + (silence.Open > 0 ? Words.Text($"; {silence.Open:N0} {Was(silence.Open)} silent for too short a time to compare") : "");
    }

    private static string Over(RingSilence silence) =>
        silence.Over == 0
            ? ""
            : Words.Text($", and {silence.Over:N0} more {Was(silence.Over)} but returned more than ")
                + $"{Words.Span((int)silence.Return.TotalSeconds)} ago";

    private static string Brief(int hosts) =>
        hosts == 0
            ? ""
            : Words.Text($"; {hosts:N0} of them {Was(hosts)} cut off once, for less time than a check-in takes, so that it is unknown ")
                + "whether others were";

    private static string Was(int count) => count == 1 ? "was" : "were";

    private static int Most(GateCase given) => Most(given.Rules, given.Hosts.All);

    private static string Sentence(GateCase given, int count, string what)
    {
        var hosts = given.Hosts;
        var all = count < hosts.Failed ? $", {hosts.Failed} failed in all" : "";
        var open = hosts.Unsettled > 0 ? $"; {Words.Hosts(hosts.Unsettled)} not settled yet" : "";
        return Words.Text(
            $"{what}: {count} of {Words.Hosts(hosts.All)}{Share(count, hosts.All)}{all}; at most {Most(given)} may fail{open}"
        );
    }

    private static string Share(int count, int of) => count == 0 ? "" : $" ({Words.Percent((double)count / of)})";
}
