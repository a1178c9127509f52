namespace IwTune.Agent.Windows.Templates.Netsh;

/// <summary>The part of <c>show global</c> that matters for first flights. What is not certain is <see langword="null"/>.</summary>
/// <param name="ReceiveSideScaling"><c>enabled</c> or <c>disabled</c>.</param>
/// <param name="AutoTuningLevel">
/// How far the receive window may grow: <c>disabled</c>, <c>highlyrestricted</c>, <c>restricted</c>, <c>normal</c>, <c>experimental</c>.
/// </param>
/// <param name="SegmentCoalescing"><c>enabled</c> or <c>disabled</c>: RSC, which merges received segments before they are counted.</param>
/// <param name="PacingProfile">
/// <c>off</c>, <c>initialwindow</c>, <c>slowstart</c>, <c>always</c>: what spreads a first flight over a round trip.
/// </param>
internal sealed record NetshGlobal(string? ReceiveSideScaling, string? AutoTuningLevel, string? SegmentCoalescing, string? PacingProfile)
{
    // Labels are translated and the colon moves; the order does not change. The kinds of its values identify a layout: + a switch, t a
    // tuning level, # a number, p a pacing profile, * any word.
    private static readonly (string Shape, int Coalescing, int? Pacing)[] Layouts =
    [
        ("+***t*+*#+", 9, null), // Server 2012
        ("+t*+*#++#+++p", 6, 12), // Server 2016 and 2019
        ("+t*+*#++#++++p", 6, 13), // Windows 10 and 11
    ];

    private static readonly string[] Tuning = ["disabled", "highlyrestricted", "restricted", "normal", "experimental"];
    private static readonly string[] Pacing = ["off", "initialwindow", "slowstart", "always", "default"];

    /// <returns>All <see langword="null"/> for a layout that no capture has.</returns>
    public static NetshGlobal Read(ReadOnlySpan<byte> output)
    {
        var lines = NetshText.Cut(output).Values;
        var layout = Array.Find(
            Layouts,
            known => known.Shape.Length == lines.Count && lines.Zip(known.Shape).All(pair => Fits(pair.First, pair.Second))
        );
        if (layout.Shape is not { } shape)
            return new(null, null, null, null);
        return new(
            lines[0].Value,
            lines[shape.IndexOf('t', StringComparison.Ordinal)].Value,
            lines[layout.Coalescing].Value,
            layout.Pacing is { } at ? lines[at].Value : null
        );
    }

    private static bool Fits(NetshLine line, char kind) =>
        kind switch
        {
            '+' => line.Is("enabled", "disabled", "default"),
            't' => line.Is(Tuning),
            'p' => line.Is(Pacing),
            '#' => line.Number is not null,
            _ => line.Complete && line.Value.Length > 0 && line.Value.All(char.IsAsciiLetterOrDigit),
        };
}
