using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>The ordered changes from the present state to the required one, and everything that needs none.</summary>
public sealed record Plan
{
    /// <summary>What it was made from.</summary>
    public required Resolution Resolution { get; init; }

    /// <summary>The changes to take, in order.</summary>
    public IReadOnlyList<Step> Steps { get; init; } = [];

    /// <summary>In audit mode, or while the host only observes, the changes that enforcing would take; none of them is taken.</summary>
    public IReadOnlyList<Step> Audited { get; init; } = [];

    /// <summary>While the host is held, the changes that are not taken.</summary>
    public IReadOnlyList<Step> Withheld { get; init; } = [];

    /// <summary>The hold in force; <see langword="null"/> when there is none.</summary>
    public HoldState? Hold { get; init; }

    /// <summary>The host's own limits file; <see cref="Limits.None"/> without one.</summary>
    public Limits OwnLimits { get; init; } = Limits.None;

    /// <summary>Who decided that the host only observes; <see langword="null"/> when it enforces.</summary>
    public string? Observing { get; init; }

    /// <summary>True when none of its changes is made: the policy only audits, or the host only observes.</summary>
    public bool OnlyCompares => Observing is not null || Resolution.Content.Mode == PolicyMode.Audit;

    /// <summary>As in <see cref="Capabilities.NoContainers"/>.</summary>
    public string NoContainers { get; init; } = "";

    /// <summary>Required windows that will not be set, with the reason.</summary>
    public IReadOnlyList<Refusal> Refusals { get; init; } = [];

    /// <summary>Required windows that are there already.</summary>
    public IReadOnlyList<Want> AlreadyThere { get; init; } = [];

    /// <summary>
    /// True when there is nothing on this host that the policy could be set on: no scope matches, or this system cannot express it.
    /// </summary>
    public bool Unsupported =>
        Resolution.Content.Windows.Count > 0
        && Steps.Count + Audited.Count + Withheld.Count == 0
        && Refusals.Count == Resolution.Wants.Count
        && Refusals.All(refusal => refusal.Unsupported);

    /// <summary>True when the host differs from the policy.</summary>
    public bool Differs => Steps.Count + Audited.Count + Withheld.Count + Refusals.Count > 0;
}
