using System.Globalization;
using IwTune.Shared.Model.Deciding;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine.Deciding;

/// <summary>
/// A decision as people read it: <c>raised 12 → 14: 2,113 connections, first-flight loss 0.4 %, expected −31 ms at p50</c>.
/// </summary>
internal static class DecisionText
{
    public static string Of(Decision decision, Steering bounds, Expectation? expected)
    {
        var move = decision switch
        {
            { Because: DecisionCause.Lost, Changes: true } => $"halved {decision.From} → {decision.To}",
            { Changes: true } when decision.To > decision.From => $"raised {decision.From} → {decision.To}",
            { Changes: true } => $"lowered {decision.From} → {decision.To}",
            _ => $"kept {decision.To}",
        };
        return $"{move}: {Because(decision, bounds)}{(decision.Changes && expected is not null ? $", {Expected(expected)}" : "")}";
    }

    private static string Because(Decision decision, Steering bounds) =>
        decision.Because switch
        {
            DecisionCause.Unseen => "no connection has been seen to end for a long time",
            DecisionCause.Expired => $"nothing new was learned for {((Steering.Learned)bounds).Expiry.TotalMinutes:0} min",
            DecisionCause.Lost when bounds is Steering.Learned => $"{Counts(decision)}",
            DecisionCause.Lost when !decision.Changes => $"{Counts(decision)}; that is the smallest it may choose",
            DecisionCause.Lost => $"{Counts(decision)}, more than 5 %",
            DecisionCause.Waits => $"{Counts(decision)}; a raise waits {Span(((Steering.Auto)bounds).Period)} after the last change",
            DecisionCause.Blind => $"{Counts(decision)}; the ends of connections are not observed now",
            DecisionCause.Receivers => $"{Counts(decision)}; the receivers accept {decision.Aim}: raise their side first",
            DecisionCause.Used => $"{Counts(decision)}, half of the window that they reached is {decision.Aim}",
            _ when !decision.Changes => $"{Counts(decision)}; that is the largest it may choose",
            _ => Counts(decision),
        };

    private static string Counts(Decision decision) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{decision.Connections:N0} connection{(decision.Connections == 1 ? "" : "s")}, first-flight loss {decision.Loss * 100:0.0} %"
        );

    /// <summary>Saved time is negative: a response takes that much less.</summary>
    private static string Expected(Expectation expected) =>
        (Millis(expected.P50), Millis(expected.P90)) switch
        {
            ("0", "0") => "expected 0 ms",
            ("0", var most) => $"expected 0 ms at p50, {most} ms at p90",
            (var half, _) => $"expected {half} ms at p50",
        };

    private static string Millis(TimeSpan saved)
    {
        var millis = Math.Round(saved.TotalMilliseconds);
        return millis == 0 ? "0" : string.Create(CultureInfo.InvariantCulture, $"{(millis > 0 ? "−" : "+")}{Math.Abs(millis):N0}");
    }

    private static string Span(TimeSpan time) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{(time.TotalHours >= 2 ? $"{time.TotalHours:0.#} h" : $"{time.TotalMinutes:0.#} min")}"
        );
}
