using System.Text.Json.Nodes;

namespace IwTune.Lab.AlikeArms;

/// <summary>One experiment with two identical arms.</summary>
/// <param name="Seed">Of its stripes and its traffic.</param>
/// <param name="Phase">The state before it was stopped by hand: <c>Running</c>, or why the product ended it.</param>
/// <param name="Connections">Connections of both arms.</param>
/// <param name="LossPercent">Share of the judged first flights that lost a packet.</param>
/// <param name="P">Of the last look at losses; 1 when there was none.</param>
/// <param name="Looked">The check of losses had enough of them for a look.</param>
/// <param name="IsSignificant">That look found harm.</param>
internal sealed record AlikeResult(int Seed, string Phase, long Connections, double LossPercent, double P, bool Looked, bool IsSignificant)
{
    /// <summary>A false alarm: there is nothing to find.</summary>
    public bool Stopped => Phase != "Running" || IsSignificant;

    public static AlikeResult Of(int seed, string phase, JsonNode analysis)
    {
        var (control, treatment) = (analysis["control"]!, analysis["treatment"]!);
        long Both(string name) => control[name]!.GetValue<long>() + treatment[name]!.GetValue<long>();
        var look = analysis["harm"]!["last"];
        return new(
            seed,
            phase,
            Both("connections"),
            100.0 * Both("lost") / Math.Max(1, Both("judged")),
            look?["p"]!.GetValue<double>() ?? 1,
            look is not null,
            look?["isSignificant"]!.GetValue<bool>() ?? false
        );
    }

    public override string ToString() =>
        $"seed {Seed}: {Phase}, {Connections:#,0} connections, {LossPercent:0.0} % lost, {(Looked ? $"p {P:0.000}" : "no look")}";
}
