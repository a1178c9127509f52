namespace IwTune.Shared.Charts;

/// <summary>A colour by what it is for: the name of the console's variable, and what it is where no page says otherwise.</summary>
/// <remarks>Every one reads at 5.3:1 on light and on dark ground; a test computes it.</remarks>
internal readonly record struct ChartInk(string Token, string Light, string Dark)
{
    public static ChartInk Text { get; } = new("text", "#1b1c1e", "#eceef0");

    public static ChartInk Muted { get; } = new("muted", "#5c6066", "#a3abb3");

    public static ChartInk Line { get; } = new("line", "#dcdcd8", "#363b41");

    public static ChartInk Surface { get; } = new("surface", "#ffffff", "#1a1d20");

    /// <summary>Colours of the series, in order; also distinct for people with impaired colour vision.</summary>
    public static IReadOnlyList<ChartInk> Series { get; } =
    [
        new("series-a", "#0b62a6", "#6cb4f5"),
        new("series-b", "#9a4200", "#f2a65a"),
        new("series-c", "#6b3fa0", "#c8abf7"),
        new("series-d", "#00695c", "#5fd0bf"),
        new("series-e", "#9c1f63", "#f79ac8"),
        new("series-f", "#555a00", "#cfd95a"),
    ];

    public static IEnumerable<ChartInk> All => [Text, Muted, Line, Surface, .. Series];
}
