using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>Whether too many hosts of a ring failed, and whether all of them are settled.</summary>
internal static class HostInputs
{
    public const string Hosts = "hosts of the ring",
        Apply = "apply failures",
        Verification = "verification failures",
        Unreachable = "unreachable",
        Bake = "bake time";

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
        yield return One(given, Apply, hosts.ApplyFailed, "did not get the revision");
        yield return One(given, Verification, hosts.VerifyFailed, "got it and did not verify");
        yield return One(
            given,
            Unreachable,
            hosts.Unreachable,
            $"silent for more than {given.Rules.UnreachableSeconds} s since they were admitted"
        );
        yield return new GateInput(
            Bake,
            hosts.Unsettled == 0 && given.Baked >= given.Bake ? GateVerdict.Pass : GateVerdict.Inconclusive,
            Words.Text($"observed for {given.Baked.TotalSeconds:0} of {given.Bake.TotalSeconds:0} s{Unsettled(hosts)}"),
            "s",
            given.Baked.TotalSeconds,
            Threshold: given.Bake.TotalSeconds
        );
    }

    /// <summary>How many of so many hosts may fail.</summary>
    public static int Most(RolloutRules rules, int hosts) =>
        Math.Max(rules.MaxFailed, (int)Math.Floor(hosts * rules.MaxFailedPercent / 100));

    /// <summary>
    /// Failures of all kinds together count against the bounds, and an input that had none of them does not fail for the others.
    /// </summary>
    private static GateInput One(GateCase given, string name, int count, string what)
    {
        var (hosts, rules) = (given.Hosts, given.Rules);
        var most = Most(rules, hosts.All);
        var verdict =
            count > 0 && hosts.Failed > most ? GateVerdict.Fail
            : hosts.Unsettled > 0 ? GateVerdict.Inconclusive
            : GateVerdict.Pass;
        var all = count < hosts.Failed ? $", {hosts.Failed} failed in all" : "";
        var open = hosts.Unsettled > 0 ? $"; {Words.Hosts(hosts.Unsettled)} not settled yet" : "";
        return new GateInput(
            name,
            verdict,
            Words.Text($"{what}: {count} of {Words.Hosts(hosts.All)}{Share(count, hosts.All)}{all}; at most {most} may fail{open}"),
            "hosts",
            count,
            Threshold: most
        );
    }

    private static string Share(int count, int of) => count == 0 ? "" : $" ({Words.Percent((double)count / of)})";

    private static string Unsettled(RingHosts hosts) =>
        hosts.Unsettled == 0
            ? ""
            : $"; counts from when all hosts of the ring are settled, and {hosts.Unsettled} of "
                + $"{Words.Hosts(hosts.All)} {(hosts.Unsettled == 1 ? "is" : "are")} not";
}
