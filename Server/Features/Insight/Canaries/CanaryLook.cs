using IwTune.Shared.Fleet.Insight;

namespace IwTune.Server.Features.Insight.Canaries;

/// <summary>An effect for people.</summary>
internal static class CanaryLook
{
    public static string Effect(CanaryEffect figure) => Signed(figure.Effect, figure.Unit);

    public static string Interval(CanaryEffect figure) => $"{Signed(figure.Low, figure.Unit)} to {Signed(figure.High, figure.Unit)}";

    public static string Sentence(CanaryEffect figure) =>
        figure switch
        {
            { Low: > 0 } => "more than without the change",
            { High: < 0 } => "less than without the change",
            _ => "not distinguishable from no change",
        };

    private static string Signed(double value, string unit) =>
        unit == "share" ? $"{value * 100:+0.00;−0.00;0.00} pp" : $"{value:+0.0;−0.0;0.0} {unit}";
}
