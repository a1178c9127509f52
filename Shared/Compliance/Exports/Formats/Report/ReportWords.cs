namespace IwTune.Shared.Compliance.Exports.Formats.Report;

/// <summary>A verdict as a report explains it.</summary>
/// <param name="Verdict">The verdict.</param>
/// <param name="Word">What people call it.</param>
/// <param name="Meaning">A sentence.</param>
/// <param name="Colour">Of its part of the bar.</param>
internal sealed record ReportWords(Verdict Verdict, string Word, string Meaning, string Colour)
{
    /// <summary>By urgency.</summary>
    public static IReadOnlyList<ReportWords> Verdicts { get; } =
    [
        new(Verdict.Error, "Error", "A step failed, or the host refused or restored the policy.", "#b3261e"),
        new(Verdict.Drifted, "Drifted", "A window differs from what is required, without an exception.", "#8a5a00"),
        new(Verdict.Stale, "Stale", "The host has not reported for too long. Its present state is unknown.", "#a1a1aa"),
        new(Verdict.NeverSeen, "Never seen", "The host enrolled and has never reported.", "#c4c4cc"),
        new(Verdict.Applying, "Applying", "A change is in progress, or waits until a hold ends.", "#3558a8"),
        new(Verdict.Unsupported, "Unsupported", "The host cannot do what is required. This is no failure.", "#8f8f99"),
        new(Verdict.Excepted, "Excepted", "A person exempted the host and gave a reason.", "#8fa3cf"),
        new(Verdict.Repaired, "Repaired", "As required now, after another program had changed it a short while before.", "#5a9a6f"),
        new(Verdict.Compliant, "Compliant", "Every window is as required, or no policy is assigned.", "#1f6f43"),
    ];

    /// <summary>How verdicts come about, in paragraphs.</summary>
    public static IReadOnlyList<string> Method { get; } =
    [
        "A policy states the initial congestion window and the initial receive window of new TCP connections. The agent on each host "
            + "compares the windows that are configured and in effect with its policy, and reports them to the server.",
        "The server gives each host one verdict with a reason. This report has the verdicts that were in force at the stated time. A host "
            + "that has not reported for too long is stale: it does not count as compliant.",
        "The report is made from the other files of this export. The command iwtune verify-export makes it again from those files and "
            + "compares every byte. It needs no access to the server.",
    ];

    public static ReportWords Of(Verdict verdict) => Verdicts.First(words => words.Verdict == verdict);
}
