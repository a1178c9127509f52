namespace IwTune.Server.Features.Assignments.Pages;

/// <summary>What the form for an assignment carries.</summary>
public sealed class AssignInput
{
    public string Selector { get; set; } = "";
    public string Priority { get; set; } = "0";
    public string Reason { get; set; } = "";

    /// <summary>The number of hosts, where it must be typed.</summary>
    public string Confirm { get; set; } = "";

    /// <summary>The cursor of the page of hosts to show.</summary>
    public string After { get; set; } = "";

    /// <summary><c>check</c> or <c>assign</c>.</summary>
    public string Action { get; set; } = "";

    /// <summary>The selector whose effect the person saw, in canonical order; only that one may be assigned.</summary>
    public string Seen { get; set; } = "";
}

/// <summary>The result: the problems, or the effect of the assignment.</summary>
internal sealed record AssignResult
{
    public string? SelectorProblem { get; init; }
    public string? PolicyProblem { get; init; }
    public string? PriorityProblem { get; init; }
    public string? ReasonProblem { get; init; }
    public string? ConfirmProblem { get; init; }

    /// <summary>How many hosts change, when that is more than half of the fleet.</summary>
    public int? Half { get; init; }

    /// <summary>Whether it matches no host.</summary>
    public bool MatchesNone { get; init; }
    public string? Canonical { get; init; }
    public string? Impact { get; init; }

    /// <summary>The hosts as they were read; <see langword="null"/> while something is wrong with the form.</summary>
    public Selector? Selector { get; init; }

    /// <summary>The change, in the form for a preview of every host.</summary>
    public IwTune.Shared.Fleet.Policies.ImpactRequest? Proposal { get; init; }
}
