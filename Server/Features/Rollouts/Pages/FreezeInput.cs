using System.Globalization;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Pages;

/// <summary>What the form for a freeze carries; browsers send moments without a zone, and the labels say UTC.</summary>
public sealed class FreezeInput
{
    public string? From { get; set; }
    public string? Until { get; set; }
    public string? Reason { get; set; }

    /// <summary>The request, or everything that cannot be read.</summary>
    public (FreezeRequest? Request, IReadOnlyList<PolicyProblem> Problems) Read()
    {
        var problems = new List<PolicyProblem>();
        var from = string.IsNullOrWhiteSpace(From) ? null : Moment("from", From);
        var until = Moment("until", Until);
        return problems.Count > 0 ? (null, problems) : (new(from, until!.Value, (Reason ?? "").Trim()), []);

        DateTimeOffset? Moment(string path, string? text)
        {
            if (DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var moment))
                return moment;
            problems.Add(new(path, string.IsNullOrWhiteSpace(text) ? null : text, "enter a day and time, such as 2026-11-27T08:00", 0, 0));
            return null;
        }
    }
}
