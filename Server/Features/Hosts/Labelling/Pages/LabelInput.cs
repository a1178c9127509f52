namespace IwTune.Server.Features.Hosts.Labelling.Pages;

/// <summary>What the form that labels hosts sends.</summary>
internal sealed class LabelInput
{
    public string Selector { get; set; } = "";
    public string Key { get; set; } = "";
    public string Value { get; set; } = "";
    public string Reason { get; set; } = "";
    public string Confirm { get; set; } = "";
    public string Seen { get; set; } = "";
    public string Action { get; set; } = "";
}

/// <summary>What the form shows again.</summary>
internal sealed record LabelResult
{
    public string? ScopeProblem { get; init; }
    public string? KeyProblem { get; init; }
    public string? ValueProblem { get; init; }
    public string? ReasonProblem { get; init; }
    public string? ConfirmProblem { get; init; }

    /// <summary>What it would do, a sentence each; empty until it was checked.</summary>
    public IReadOnlyList<string> Impact { get; init; } = [];

    /// <summary>The button: <c>Set site=fra</c>.</summary>
    public string Does { get; init; } = "";

    /// <summary>The hosts and the label that were checked, in one form.</summary>
    public string Canonical { get; init; } = "";

    /// <summary>The number to type; <see langword="null"/> when none is needed.</summary>
    public int? MustType { get; init; }

    public int Fleet { get; init; }
}
