using System.Globalization;
using IwTune.Server.Console;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Retention.Pages;

/// <summary>What the form of the periods carries.</summary>
public sealed class PeriodsInput
{
    public string? History { get; set; }
    public string? Reports { get; set; }
    public string? Audit { get; set; }
    public string? Reason { get; set; }

    /// <summary>The periods that the page showed.</summary>
    public string? Seen { get; set; }

    /// <summary>The request, or everything that cannot be read.</summary>
    public (RetentionRequest? Request, IReadOnlyList<PolicyProblem> Problems) Read()
    {
        var problems = new List<PolicyProblem>();
        var periods = new RetentionPeriods(Days("history", History), Days("reports", Reports), Days("audit", Audit));
        return problems.Count > 0 ? (null, problems) : (new(periods, (Reason ?? "").Trim()), []);

        int? Days(string path, string? text)
        {
            if (string.IsNullOrWhiteSpace(text))
                return null;
            if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var days))
                return days;
            problems.Add(new(path, text, "must be a number of days, or empty to keep forever", 0, 0));
            return null;
        }
    }
}

/// <summary>What the form for a legal hold carries.</summary>
public sealed class LegalHoldInput
{
    public string? Name { get; set; }
    public string? Selector { get; set; }
    public string? From { get; set; }
    public string? Until { get; set; }
    public string? Reason { get; set; }

    /// <summary>The request, or everything that cannot be read.</summary>
    public (LegalHoldRequest? Request, IReadOnlyList<PolicyProblem> Problems) Read()
    {
        var problems = new List<PolicyProblem>();
        var from = FormMoment.Read("from", From, problems);
        var until = FormMoment.Optional("until", Until, problems);
        return problems.Count > 0
            ? (null, problems)
            : (new((Name ?? "").Trim(), (Selector ?? "").Trim(), from!.Value, (Reason ?? "").Trim(), until), []);
    }
}
