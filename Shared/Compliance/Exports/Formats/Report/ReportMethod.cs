namespace IwTune.Shared.Compliance.Exports.Formats.Report;

/// <summary>What a report says of itself.</summary>
internal static class ReportMethod
{
    /// <summary>How verdicts come about, in paragraphs.</summary>
    public static IReadOnlyList<string> Paragraphs { get; } =
    [
        "A policy states the initial congestion window and the initial receive window of new TCP connections. The agent on each host "
            + "compares the windows that are configured and in effect with its policy, and reports them to the server.",
        "The server gives each host one verdict with a reason. This report has the verdicts that were in force at the stated time. A host "
            + "that has not reported for too long is stale: it does not count as compliant.",
        "The report is made from the other files of this export. The command iwtune verify-export makes report.html again from those files "
            + "and compares every byte. It needs no access to the server.",
    ];
}
