using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Policies.Pages;

/// <summary>The result of a draft: every problem, or its meaning and the effect of publishing it.</summary>
public sealed record DraftResult
{
    public IReadOnlyList<PolicyProblem> Problems { get; init; } = [];

    /// <summary>What deserves a thought in a text without problems.</summary>
    public IReadOnlyList<PolicyProblem> Warnings { get; init; } = [];

    public Policy? Meaning { get; init; }
    public PolicyPreview? Preview { get; init; }

    /// <summary>The form to show; <see langword="null"/> for the text.</summary>
    public PolicyForm? Form { get; init; }

    /// <summary>Why the form that was asked for cannot be shown.</summary>
    public PolicyProblem? NoForm { get; init; }

    public string? ReasonProblem { get; init; }
    public string? AssignProblem { get; init; }
    public string? ConfirmProblem { get; init; }

    /// <summary>A text that was not sent yet: what it means, if it can be read.</summary>
    public static DraftResult Read(string document)
    {
        var read = PolicyReader.Read(document);
        return new()
        {
            Problems = read.Problems,
            Warnings = read.Policy is null ? [] : read.Warnings,
            Meaning = read.Policy,
        };
    }
}
