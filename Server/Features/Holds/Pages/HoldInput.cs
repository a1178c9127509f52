namespace IwTune.Server.Features.Holds.Pages;

/// <summary>What the form that holds hosts sends.</summary>
internal sealed class HoldInput
{
    public string Selector { get; set; } = "";
    public string For { get; set; } = "";
    public string Reason { get; set; } = "";
    public string Confirm { get; set; } = "";
    public string Seen { get; set; } = "";
    public string Action { get; set; } = "";
}

/// <summary>What the form shows again.</summary>
internal sealed record HoldResult
{
    public string? ScopeProblem { get; init; }
    public string? ForProblem { get; init; }
    public string? ReasonProblem { get; init; }
    public string? ConfirmProblem { get; init; }

    /// <summary>What it would do, as a sentence; <see langword="null"/> until it was checked.</summary>
    public string? Impact { get; init; }

    /// <summary>The scope that was checked, in one form.</summary>
    public string Canonical { get; init; } = "";

    /// <summary>The number to type; <see langword="null"/> when none is needed.</summary>
    public int? MustType { get; init; }
}
