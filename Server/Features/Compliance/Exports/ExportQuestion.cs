using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Compliance.Exports.Formats;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>The scope of an export.</summary>
/// <param name="At">As of which instant, unix milliseconds.</param>
/// <param name="Since">Start of the listed changes.</param>
/// <param name="Filter">Which hosts.</param>
/// <param name="Query">The filter as it was written; empty for every host.</param>
/// <param name="Formats">The files for other programs.</param>
/// <param name="Known">By what was known when: late reports correct the past.</param>
internal sealed record ExportQuestion(long At, long Since, HostSearch Filter, string Query, IReadOnlyList<ExportFormat> Formats, long Known)
{
    private static readonly TimeSpan Usual = TimeSpan.FromDays(30);

    public ExportParameters Parameters => new(Clock.At(At), Clock.At(Since), Query, "UTC") { Known = Clock.At(Known) };

    /// <returns>The question, or everything that is wrong with it.</returns>
    public static (ExportQuestion? Question, IReadOnlyList<string> Problems) Parse(
        string? asOf,
        string? q,
        string? since,
        IEnumerable<string?> formats,
        JudgedPeriods periods,
        TimeProvider clock,
        string? known = null
    )
    {
        var problems = new List<string>();
        // Now is the end of the last round: everything up to it is stored, and the same question has the same answer forever.
        var at =
            ComplianceQuestion.Instant("asOf", asOf, clock, problems) ?? (periods.JudgedUntil is > 0 and var judged ? judged : clock.Now());
        var from = ComplianceQuestion.Instant("since", since, clock, problems) ?? at - (long)Usual.TotalMilliseconds;
        // As it is known now, with an instant: a later correction does not change the answer to the same question.
        var knownAt = ComplianceQuestion.KnownAt(known, at, clock, problems) ?? clock.Now();
        var (filter, problem) = HostSearch.ParseThen(q);
        if (filter is null)
            problems.Add($"q: {problem}");
        var (asked, unknown) = ExportFormat.Parse(formats);
        problems.AddRange(unknown);
        if (problems.Count == 0 && from > at)
            problems.Add("since: must not be after the instant of the export");
        return problems.Count > 0 ? (null, problems) : (new(at, from, filter!, (q ?? "").Trim(), asked, knownAt), []);
    }
}
