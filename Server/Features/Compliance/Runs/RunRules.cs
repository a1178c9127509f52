using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Features.Compliance.Exports.Printing;
using IwTune.Server.Features.Policies;
using IwTune.Shared.Compliance.Exports.Formats;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Compliance.Runs;

/// <summary>What a run may be.</summary>
internal sealed class RunRules(JudgedPeriods periods, ReportPrinter printer, TimeProvider clock)
{
    public const int UsualDays = 400,
        MostDays = 3_650;

    /// <returns>The question of the export, or everything that is wrong.</returns>
    public (ExportQuestion? Question, IReadOnlyList<PolicyProblem> Problems) Read(RunRequest request)
    {
        var problems = Publish.ReasonProblems(request.Reason).Concat(DayProblems(request.KeepDays)).ToList();
        var asked = Question(request.AsOf?.ToString("O"), request.Query, request.Since?.ToString("O"), request.Formats, problems);
        return problems.Count > 0 ? (null, problems) : (asked, []);
    }

    /// <summary>Adds what is wrong with the parts of an export.</summary>
    public ExportQuestion? Question(
        string? asOf,
        string? query,
        string? since,
        IReadOnlyList<string>? formats,
        List<PolicyProblem> problems
    )
    {
        var (asked, wrong) = ExportQuestion.Parse(asOf, query, since, formats ?? [], periods, clock);
        problems.AddRange(
            wrong.Select(text =>
                text.Split(": ", 2) is [var path, var rule] ? new PolicyProblem(path, null, rule, 0, 0) : new("run", null, text, 0, 0)
            )
        );
        if (asked is not null && printer.Lacking(asked.Formats) is { } lacking)
            problems.Add(new("formats", null, lacking, 0, 0));
        return asked;
    }

    public static IEnumerable<PolicyProblem> DayProblems(int? days)
    {
        if (days is < 1 or > MostDays)
            yield return new("keepDays", $"{days}", $"must be 1 to {MostDays} days", 0, 0);
    }

    public static string Text(IEnumerable<ExportFormat> formats) => string.Join(',', formats.Select(format => format.Name));

    public static string Which(string query) => query.Length == 0 ? "every host" : $"hosts that match '{query}'";
}
