namespace IwTune.Agent.Control.Bundles;

/// <summary>A step in the life of one bundle.</summary>
/// <param name="Kept">What the host keeps from now on.</param>
/// <param name="From">Where the bundle stood.</param>
/// <param name="To">Where it stands now.</param>
public sealed record BundleMove(StoredBundles Kept, BundleStage From, BundleStage To)
{
    /// <summary>True when an attempt to set the bundle has just begun.</summary>
    public bool IsNewAttempt => To == BundleStage.Accepted && From != BundleStage.Accepted;
}

/// <summary>Why a bundle was undone.</summary>
/// <param name="At">When the agent did; <see langword="null"/> when a person on this host decided.</param>
/// <param name="Because">As a sentence.</param>
/// <param name="CutOff">As in <see cref="Shared.Wire.RestoredBundle"/>.</param>
public sealed record Undoing(DateTimeOffset? At, string Because, bool CutOff = false)
{
    /// <summary>A person rolled back.</summary>
    public static Undoing ByHand { get; } = new(At: null, "Rolled back by hand; no policy is enforced until another one arrives.");
}
