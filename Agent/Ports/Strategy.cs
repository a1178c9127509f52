namespace IwTune.Agent.Ports;

/// <summary>How a step is done without fighting the target's owner.</summary>
/// <param name="Kind">Which way.</param>
/// <param name="Why">The reason, as a sentence for people.</param>
public sealed record Strategy(StrategyKind Kind, string Why)
{
    /// <summary>
    /// The setting that its owner would need: for a report-only target the only way, for another the way to have the window without an
    /// agent; <see langword="null"/> when the owner has no such setting or already has it from us.
    /// </summary>
    public OwnersSetting? Instead { get; init; }

    /// <summary>
    /// True when it holds only as long as an agent runs and follows the owner: without one an old gateway would stay in use.
    /// </summary>
    public bool NeedsAgent => Kind is StrategyKind.Shadow or StrategyKind.Bpf;

    /// <summary>
    /// The word that reports and tables use: <c>in-place</c>, <c>native</c>, <c>shadow</c>, <c>bpf</c>, <c>report-only</c>.
    /// </summary>
    public string Word =>
        Kind switch
        {
            StrategyKind.InPlace => "in-place",
            StrategyKind.Native => "native",
            StrategyKind.Shadow => "shadow",
            StrategyKind.Bpf => "bpf",
            _ => "report-only",
        };
}

/// <summary>The ways a target can be set.</summary>
public enum StrategyKind
{
    /// <summary>The existing route is rewritten; only its window changes.</summary>
    InPlace,

    /// <summary>The owner's own configuration carries the window.</summary>
    Native,

    /// <summary>A more preferred copy with our own protocol id stands before the owner's route.</summary>
    Shadow,

    /// <summary>A sock_ops program gives new connections the window; no route is written.</summary>
    Bpf,

    /// <summary>Nothing is written; the reason says what the owner would have to configure.</summary>
    ReportOnly,
}
