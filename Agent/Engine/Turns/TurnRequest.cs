using IwTune.Agent.Engine.History;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Turns;

/// <summary>What a turn must make of the host.</summary>
/// <param name="Content">What the bundle says.</param>
/// <param name="Kind">What the turn is for; <see langword="null"/> to find out from the plan.</param>
internal sealed record TurnRequest(BundleContent Content, TransactionKind? Kind = null)
{
    /// <summary>Identity of the content.</summary>
    public string Digest { get; } = BundleDigest.Of(Content);

    /// <summary>True to leave every target unchanged that the content does not name.</summary>
    public bool LeavesOthers { get; init; }

    /// <summary>Why, for the journal; empty when the kind says it.</summary>
    public string Why { get; init; } = "";
}
