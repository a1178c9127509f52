using IwTune.Shared.Compliance;

namespace IwTune.Server.Console;

/// <summary>
/// How a verdict looks: its word, an icon and a tone. The nine verdicts (docs/compliance.md) in the order of their urgency.
/// </summary>
internal sealed record VerdictLook(Verdict Verdict, string Word, string Icon, string Tone)
{
    public static IReadOnlyList<VerdictLook> All { get; } =
    [
        new(Verdict.Error, "Error", "error", "bad"),
        new(Verdict.Drifted, "Drifted", "drift", "warn"),
        new(Verdict.Stale, "Stale", "clock", "warn"),
        new(Verdict.NeverSeen, "Never seen", "never", "quiet"),
        new(Verdict.Applying, "Applying", "apply", "info"),
        new(Verdict.Unsupported, "Unsupported", "unsupported", "quiet"),
        new(Verdict.Excepted, "Excepted", "except", "info"),
        new(Verdict.Repaired, "Repaired", "repair", "good"),
        new(Verdict.Compliant, "Compliant", "check", "good"),
    ];

    private static readonly Dictionary<Verdict, int> Ranks = All.Index().ToDictionary(look => look.Item.Verdict, look => look.Index);

    /// <summary>As a search has it: <c>state:drifted</c>.</summary>
    public string Sought => Verdict.ToString().ToLowerInvariant();

    /// <summary>Its place in <see cref="All"/>.</summary>
    public static int Rank(Verdict verdict) => Ranks[verdict];

    public static VerdictLook Of(Verdict verdict) => All[Rank(verdict)];
}
