using IwTune.Server.Console;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Rollouts.Pages.Freezes;

/// <summary>What the form for a freeze carries.</summary>
public sealed class FreezeInput
{
    public string? From { get; set; }
    public string? Until { get; set; }
    public string? Reason { get; set; }

    /// <summary>The request, or everything that cannot be read.</summary>
    public (FreezeRequest? Request, IReadOnlyList<PolicyProblem> Problems) Read()
    {
        var problems = new List<PolicyProblem>();
        var from = FormMoment.Optional("from", From, problems);
        var until = FormMoment.Read("until", Until, problems);
        return problems.Count > 0 ? (null, problems) : (new(from, until!.Value, (Reason ?? "").Trim()), []);
    }
}
