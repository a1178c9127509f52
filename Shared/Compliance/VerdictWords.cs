using System.Globalization;

namespace IwTune.Shared.Compliance;

/// <summary>A verdict as people read it, in the console and in reports.</summary>
/// <param name="Verdict">The verdict.</param>
/// <param name="Word">What people call it.</param>
/// <param name="Meaning">A sentence.</param>
public sealed record VerdictWords(Verdict Verdict, string Word, string Meaning)
{
    /// <summary>Every verdict, by urgency.</summary>
    public static IReadOnlyList<VerdictWords> All { get; } =
    [
        new(Verdict.Error, "Error", "A step failed, or the host refused or restored the policy."),
        new(Verdict.Drifted, "Drifted", "A window differs from what is required, without an exception."),
        new(Verdict.Stale, "Stale", "The host has not reported for too long. Its present state is unknown."),
        new(Verdict.NeverSeen, "Never seen", "The host enrolled and has never reported."),
        new(Verdict.Applying, "Applying", "A change is in progress, or waits until a hold ends."),
        new(Verdict.Unsupported, "Unsupported", "The host cannot do what is required. This is no failure."),
        new(Verdict.Excepted, "Excepted", "A person exempted the host and gave a reason."),
        new(Verdict.Repaired, "Repaired", "As required now, after another program had changed it a short while before."),
        new(Verdict.Compliant, "Compliant", "Every window is as required, or no policy is assigned."),
    ];

    /// <summary>Hosts that every page and report counts as compliant: a repaired host is as required.</summary>
    public static int Compliant(IReadOnlyDictionary<Verdict, int> hosts) => hosts.Where(one => IsCompliant(one.Key)).Sum(one => one.Value);

    /// <summary>Whether a host with this verdict counts as compliant.</summary>
    public static bool IsCompliant(Verdict verdict) => verdict is Verdict.Compliant or Verdict.Repaired;

    /// <summary>
    /// What follows a number of compliant hosts, so that those without a policy do not raise it unseen: <c>, 40 of them without a
    /// policy</c>; empty when there are none.
    /// </summary>
    /// <param name="compliant">That number.</param>
    /// <param name="without">Those of them that are compliant only because no policy is assigned.</param>
    /// <param name="format">Of numbers.</param>
    public static string WithoutPolicy(int compliant, int without, string format = "#,0") =>
        without == 0 ? ""
        : without < compliant ? $", {without.ToString(format, CultureInfo.InvariantCulture)} of them without a policy"
        : compliant == 1 ? ", without a policy"
        : ", all of them without a policy";

    /// <summary>The words of a verdict.</summary>
    public static VerdictWords Of(Verdict verdict) => All.First(words => words.Verdict == verdict);
}
