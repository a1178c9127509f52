using IwTune.Shared.Compliance;

namespace IwTune.Server.Console;

/// <summary>
/// How a verdict looks: its word, an icon and a tone. The nine verdicts (docs/compliance.md) in the order of their urgency.
/// </summary>
internal sealed record VerdictLook(Verdict Verdict, string Icon, string Tone)
{
    public static IReadOnlyList<VerdictLook> All { get; } =
    [
        new(Verdict.Error, "error", "bad"),
        new(Verdict.Drifted, "drift", "warn"),
        new(Verdict.Stale, "clock", "warn"),
        new(Verdict.NeverSeen, "never", "quiet"),
        new(Verdict.Applying, "apply", "info"),
        new(Verdict.Unsupported, "unsupported", "quiet"),
        new(Verdict.Excepted, "except", "info"),
        new(Verdict.Repaired, "repair", "good"),
        new(Verdict.Compliant, "check", "good"),
    ];

    private static readonly Dictionary<Verdict, int> Ranks = All.Index().ToDictionary(look => look.Item.Verdict, look => look.Index);

    /// <summary>What people call it.</summary>
    public string Word { get; } = VerdictWords.Of(Verdict).Word;

    /// <summary>As a search has it: <c>state:drifted</c>.</summary>
    public string Sought => Verdict.ToString().ToLowerInvariant();

    /// <summary>Its place in <see cref="All"/>.</summary>
    public static int Rank(Verdict verdict) => Ranks[verdict];

    public static VerdictLook Of(Verdict verdict) => All[Rank(verdict)];
}
