using IwTune.Server.Console;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Model.Recommending;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Features.Recommendations.Pages;

/// <summary>A recommendation in words.</summary>
internal static class RecommendationLook
{
    /// <summary>Whose connections it is computed from.</summary>
    public static string Hosts(FleetRecommendation one) =>
        one.Read == one.Hosts
            ? Quantities.Of(one.Hosts, "host")
            : $"{Quantities.Of(one.Read, "host")}, a sample of {Quantities.Count(one.Hosts)}";

    public static string Action(Recommendation said) =>
        said.Action switch
        {
            RecommendedAction.Raise =>
                $"Raise {said.Current} → {said.Segments}{(said.Goal > said.Segments ? $", towards {said.Goal}" : "")}",
            RecommendedAction.Lower => $"Lower {said.Current} → {said.Segments}",
            RecommendedAction.PageWeightFirst => $"Keep {said.Current}: page weight first",
            RecommendedAction.ReceiversFirst => $"Keep {said.Current}: receivers first",
            RecommendedAction.SendBufferFirst => $"Keep {said.Current}: send buffer first",
            RecommendedAction.TooLittleSeen => $"Keep {said.Current}: too few samples",
            _ => $"Keep {said.Current}",
        };

    public static string Icon(Recommendation said) =>
        said.Action switch
        {
            RecommendedAction.Raise => "up",
            RecommendedAction.Lower => "down",
            RecommendedAction.Keep => "check",
            _ => "info",
        };

    public static string Tone(Recommendation said) =>
        said.Action switch
        {
            RecommendedAction.Raise => "info",
            RecommendedAction.Lower => "warn",
            RecommendedAction.Keep => "good",
            _ => "quiet",
        };

    /// <summary><c>31.2 ms (29.8–33.0 ms)</c>.</summary>
    public static string Saved(Interval of) => $"{Ms(of.Estimate)} ({Range(of)} ms)";

    public static string Rounds(Interval of) => $"{Number(of.Estimate)} ({Range(of)})";

    public static string Share(double share) => share.ToString(share is > 0 and < 0.01 ? "P2" : "P0");

    public static string Number(double number) => number.ToString(Math.Abs(number) < 10 ? "0.##" : "N0");

    /// <summary>A dash between negative numbers reads as another minus.</summary>
    private static string Range(Interval of) => $"{Number(of.Low)}{(of.Low < 0 || of.High < 0 ? " to " : "–")}{Number(of.High)}";

    private static string Ms(double number) => $"{Number(number)} ms";

    public static string Confidence(Recommendation said) =>
        $"{Quantities.Of(said.Connections, "connection")}, {said.Confidence.ToString().ToLowerInvariant()} confidence";
}
