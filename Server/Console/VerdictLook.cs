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

    /// <summary>Its place in <see cref="All"/>.</summary>
    public static int Rank(string state) => All.TakeWhile(v => v.State != state).Count();

    /// <summary>The look of a verdict by its name; an unknown one is shown as it is.</summary>
    public static VerdictLook Of(string state) =>
        All.FirstOrDefault(v => v.State.Equals(state, StringComparison.OrdinalIgnoreCase)) ?? new(state, state, "never", "quiet");
}
