using IwTune.Agent.Ports;
using IwTune.Shared.Formatting;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>
/// Windows that must not stay although a policy requires them: losses are no longer monitored, or the window causes them. The target gets
/// less by an ordinary step; the report still names the policy's window. A window that a person gave on purpose, or that the host decides
/// itself, is not changed.
/// </summary>
internal static class Retreat
{
    /// <summary>
    /// Retransmissions may grow by half a point against the previous window before a window is reduced (Google's own excess was 0.3 to
    /// 0.7).
    /// </summary>
    private const double MostExcess = 0.005;

    /// <summary>One-sided 95 %.</summary>
    private const double Quantile = 1.645;

    public static Resolution Over(Resolution resolution, HostRules rules)
    {
        var steered = resolution.Content.Decided();
        return resolution with
        {
            Wants =
            [
                .. resolution.Wants.Select(want =>
                    steered.ContainsKey(want.Scope) ? want : Lowered(want, rules, resolution.Content.Override)
                ),
            ],
        };
    }

    /// <summary>The targets of a plan that get less than the policy requires, with the reason.</summary>
    public static Dictionary<string, string> In(Plan plan) =>
        plan
            .Resolution.Wants.Where(want => want is { Override: null, Asked: not null })
            .ToDictionary(want => want.Target.Id, want => want.Note, StringComparer.Ordinal);

    /// <summary>The windows that were reduced just now.</summary>
    public static IEnumerable<HostEvent> Told(IEnumerable<StepOutcome> outcomes, Dictionary<string, string> retreats, string digest) =>
        from taken in outcomes
        where taken is { Step: Step.Set, Outcome: Outcome.Applied } && retreats.ContainsKey(taken.Step.Target.Id)
        select new HostEvent(
            HostEventKind.PutBack,
            digest,
            $"{taken.Step.Target.Id} is '{((Step.Set)taken.Step).Wanted}' now. {retreats[taken.Step.Target.Id]}"
        );

    private static Want Lowered(Want want, HostRules rules, string? reason)
    {
        var own = Own(want.Target);
        if (want.Override is not null || want.Window.InitCwnd is not { } asked || asked <= own)
            return want;
        if (rules.Sight.FallsBack)
        {
            var mss = Seen(rules, want.Target.Id, asked)?.Mss ?? 1460;
            return To(
                want,
                (int)(InitialWindow.Rfc3390(mss) / mss),
                rules,
                $"RFC 3390's window: {rules.Sight.Blind ?? "losses of connections are not observed"} (RFC 6928 §12)."
            );
        }
        return reason is null && Loses(Seen(rules, want.Target.Id, asked), Seen(rules, want.Target.Id, own), asked) is { } why
            ? To(want, own, rules, why)
            : want;
    }

    /// <summary>What the host would have without us.</summary>
    private static int Own(Target target) => (target.Original?.Window ?? target.Underneath).InitCwnd ?? InitialWindow.LinuxDefault;

    private static PathEvidence? Seen(HostRules rules, string target, int window) =>
        rules.Sight.Traffic(target, window) is { } traffic ? PathEvidence.Of(traffic) : null;

    private static Want To(Want want, int segments, HostRules rules, string why)
    {
        segments = rules.Capabilities.Segments?.Nearest(segments) ?? segments;
        return segments >= want.Window.InitCwnd
            ? want
            : want with
            {
                Window = want.Window with { InitCwnd = segments },
                Asked = want.Window,
                Note = why,
            };
    }

    /// <summary>Why the window must be reduced, as a sentence; <see langword="null"/> when no measurement says so.</summary>
    internal static string? Loses(PathEvidence? with, PathEvidence? before, int segments)
    {
        if (with?.FirstFlightLoss is >= Guardrail.MostFirstFlightLoss and var lost)
            return Invariant.Text(
                $"Lowered: with {segments} segments, {lost:P1} of {with.Judged:N0} connections lost data in their first flight "
                    + $"({Guardrail.FirstFlightLoss.Source})."
            );
        if (with?.SentAgain is not { } again || before?.SentAgain is not { } was)
            return null;
        // Segments of one connection are lost together, so connections are counted.
        var spread = Math.Sqrt(again * (1 - again) / with.Connections + was * (1 - was) / before.Connections);
        return again - was - Quantile * spread > MostExcess
            ? Invariant.Text($"Lowered: with {segments} segments, {again:P1} of all segments are retransmitted; before, it was {was:P1}.")
            : null;
    }
}
