namespace IwTune.Server.Console;

/// <summary>How a verdict looks: its word, an icon and a tone. The nine words of DESIGN §2, in the order in which they want attention.</summary>
internal sealed record VerdictLook(string State, string Word, string Icon, string Tone)
{
    public static IReadOnlyList<VerdictLook> All { get; } =
    [
        new("Error", "Error", "error", "bad"),
        new("Drifted", "Drifted", "drift", "warn"),
        new("Stale", "Stale", "clock", "warn"),
        new("NeverSeen", "Never seen", "never", "quiet"),
        new("Applying", "Applying", "apply", "info"),
        new("Unsupported", "Unsupported", "unsupported", "quiet"),
        new("Excepted", "Excepted", "except", "info"),
        new("Repaired", "Repaired", "repair", "good"),
        new("Compliant", "Compliant", "check", "good"),
    ];

    private static readonly Dictionary<string, int> Ranks = All.Index().ToDictionary(look => look.Item.State, look => look.Index, StringComparer.Ordinal);

    /// <summary>Its place in <see cref="All"/>; behind them when it is not among them.</summary>
    public static int Rank(string state) => Ranks.GetValueOrDefault(state, All.Count);

    /// <summary>The look of a verdict by its name; an unknown one is shown as it is.</summary>
    public static VerdictLook Of(string state) =>
        All.FirstOrDefault(v => v.State.Equals(state, StringComparison.OrdinalIgnoreCase)) ?? new(state, state, "never", "quiet");
}
