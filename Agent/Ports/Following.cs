namespace IwTune.Agent.Ports;

/// <summary>What following the owners came to.</summary>
/// <param name="Done">What was removed or made like the owner's again, in words; empty when everything was as it should be.</param>
/// <param name="Again">When to follow again at the latest, because something expires; <see langword="null"/> when nothing does.</param>
public sealed record Following(IReadOnlyList<string> Done, TimeSpan? Again)
{
    /// <summary>Nothing of ours stands before anybody's.</summary>
    public static Following Nothing { get; } = new([], null);
}
