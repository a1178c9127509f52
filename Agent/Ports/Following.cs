namespace IwTune.Agent.Ports;

/// <summary>The result of following the owners.</summary>
/// <param name="Done">What was removed or made equal to the owner's again, in words; empty when nothing had to change.</param>
/// <param name="Again">When to follow again at the latest, because something expires; <see langword="null"/> when nothing does.</param>
public sealed record Following(IReadOnlyList<string> Done, TimeSpan? Again)
{
    /// <summary>
    /// Managed targets that are gone and never come back under their id, as an ended container: their before-images are of no use.
    /// </summary>
    public IReadOnlyList<string> Ended { get; init; } = [];

    /// <summary>
    /// Targets whose window was removed because their owner took the route away, also when it is back already: to set them again is no
    /// repair.
    /// </summary>
    public IReadOnlyList<string> LetGo { get; init; } = [];

    /// <summary>Nothing of ours stands before another owner's route.</summary>
    public static Following Nothing { get; } = new([], null);
}
