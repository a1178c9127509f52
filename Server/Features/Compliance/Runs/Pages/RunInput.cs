using System.Globalization;
using IwTune.Server.Console;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Compliance.Runs.Pages;

/// <summary>What the form for a run carries.</summary>
public sealed class RunInput
{
    public string? AsOf { get; set; }
    public string? Since { get; set; }
    public string? Query { get; set; }
    public string[]? Formats { get; set; }
    public string? KeepDays { get; set; }
    public string? Reason { get; set; }

    /// <summary>The request without what cannot be read, and everything that cannot.</summary>
    public (RunRequest Request, IReadOnlyList<PolicyProblem> Problems) Read()
    {
        var problems = new List<PolicyProblem>();
        var request = new RunRequest(
            Reason ?? "",
            Query,
            FormMoment.Optional("asOf", AsOf, problems),
            FormMoment.Optional("since", Since, problems),
            Formats,
            Days(KeepDays, problems)
        );
        return (request, problems);
    }

    internal static int? Days(string? text, List<PolicyProblem> problems)
    {
        if (string.IsNullOrWhiteSpace(text))
            return null;
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var days))
            return days;
        problems.Add(new("keepDays", text, "must be a number of days", 0, 0));
        return null;
    }
}

/// <summary>What the form for a schedule carries.</summary>
public sealed class ScheduleInput
{
    public string? Name { get; set; }
    public string? Cron { get; set; }
    public string? Zone { get; set; }
    public bool AfterRollouts { get; set; }
    public string? Query { get; set; }
    public string[]? Formats { get; set; }
    public string? KeepDays { get; set; }
    public bool Folder { get; set; }

    /// <summary>Recipients, with commas, spaces or lines between them.</summary>
    public string? Mail { get; set; }
    public string? Reason { get; set; }

    /// <summary>The request, or everything that cannot be read.</summary>
    public (ScheduleRequest? Request, IReadOnlyList<PolicyProblem> Problems) Read()
    {
        var problems = new List<PolicyProblem>();
        var days = RunInput.Days(KeepDays, problems);
        return problems.Count > 0
            ? (null, problems)
            : (new(Name ?? "", Reason ?? "", Cron, Zone, AfterRollouts, Query, Formats, days, Folder, Recipients()), []);
    }

    private string[]? Recipients() =>
        (Mail ?? "").Split([',', ';', ' ', '\r', '\n'], StringSplitOptions.RemoveEmptyEntries) is { Length: > 0 } given ? given : null;
}

/// <summary>What the forms on the page of a run carry.</summary>
public sealed class RunActInput
{
    /// <summary>A statement, or a reason.</summary>
    public string? Text { get; set; }
    public string? Days { get; set; }

    /// <summary>The id of a link.</summary>
    public string? Link { get; set; }
}
