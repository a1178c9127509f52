using System.Globalization;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Formatting;

namespace IwTune.Shared.Rollouts;

/// <summary>States, verdicts and figures of a rollout in the words that command line and console share.</summary>
public static class RolloutWords
{
    /// <summary>The states of a host in the order in which rings show them: what must be seen first stands first.</summary>
    public static IReadOnlyList<RolloutHostState> HostStates { get; } =
    [
        RolloutHostState.Failed,
        RolloutHostState.Unreachable,
        RolloutHostState.Applied,
        RolloutHostState.Admitted,
        RolloutHostState.Waiting,
        RolloutHostState.Left,
    ];

    /// <summary>True when it has ended.</summary>
    public static bool Ended(RolloutState state) =>
        state is RolloutState.Complete or RolloutState.RolledBack or RolloutState.Aborted or RolloutState.Superseded;

    /// <summary>True when it continues only by a person's action, or may need one.</summary>
    public static bool NeedsPerson(RolloutState state) =>
        state is RolloutState.AwaitingApproval or RolloutState.Holding or RolloutState.Paused;

    /// <summary>The state of a rollout.</summary>
    public static string Of(RolloutState state) =>
        state switch
        {
            RolloutState.AwaitingApproval => "Awaiting approval",
            // Not only a window delays it: the sentence beside it says what does, or that it starts at once.
            RolloutState.AwaitingWindow => "Awaiting start",
            RolloutState.RolledBack => "Rolled back",
            _ => state.ToString(),
        };

    /// <summary>The state and why it is in it; the state once, where the sentence begins with it.</summary>
    public static string Told(RolloutSummary rollout) =>
        rollout.Sentence.StartsWith(Of(rollout.State), StringComparison.Ordinal)
            ? rollout.Sentence
            : $"{Of(rollout.State)}: {rollout.Sentence}";

    /// <summary>True when it ended and its revision did not become current: what its hosts had then says nothing about now.</summary>
    public static bool Stopped(RolloutState state) => Ended(state) && state != RolloutState.Complete;

    /// <summary>The state of a host, as one says "3 hosts are …".</summary>
    /// <param name="state">The host's.</param>
    /// <param name="ended">Whether the rollout has ended: nothing waits in it then.</param>
    public static string Of(RolloutHostState state, bool ended = false) =>
        state switch
        {
            RolloutHostState.Admitted => ended ? "not settled" : "in flight",
            RolloutHostState.Waiting when ended => "not reached",
            _ => state.ToString().ToLowerInvariant(),
        };

    /// <summary>What a gate says.</summary>
    public static string Of(GateVerdict verdict) => verdict == GateVerdict.NotApplicable ? "Does not apply" : verdict.ToString();

    /// <summary>A figure of a gate with its unit: <c>3</c>, <c>0.41 %</c>, <c>104 ms</c>, <c>10^12</c>; a dash for none.</summary>
    /// <param name="value">Hosts, a share from 0 to 1, milliseconds, percentage points, or a likelihood ratio.</param>
    /// <param name="unit">As in <see cref="GateFigure.Unit"/>.</param>
    public static string Figure(double? value, string unit) =>
        (value, unit) switch
        {
            (null, _) => "–",
            ({ } number, "share") => $"{(number * 100).ToString("0.##", CultureInfo.InvariantCulture)} %",
            ({ } number, "points") => $"{number.ToString("0.##", CultureInfo.InvariantCulture)} points",
            (>= 1e6 and { } number, "") => Invariant.Text($"10^{Math.Log10(number):0}"),
            ({ } number, "hosts") => number.ToString("#,0.##", CultureInfo.InvariantCulture),
            ({ } number, _) => $"{number.ToString("#,0.#", CultureInfo.InvariantCulture)} {unit}".TrimEnd(),
        };

    /// <summary>An interval with its unit once: <c>1.2–1.9 %</c>; a dash for none.</summary>
    /// <param name="low">Its lower end.</param>
    /// <param name="high">Its upper end.</param>
    /// <param name="unit">As for <see cref="Figure"/>.</param>
    public static string Interval(double? low, double? high, string unit)
    {
        if (low is null && high is null)
            return "–";
        var (from, to) = (Figure(low, unit), Figure(high, unit));
        var space = to.LastIndexOf(' ');
        return from.EndsWith(to[(space + 1)..], StringComparison.Ordinal) && space > 0
            ? $"{from[..from.LastIndexOf(' ')]}–{to}"
            : $"{from}–{to}";
    }

    /// <summary>How long a planned ring needs for its evidence: <c>enough connections after 4 min or more, of 10 min</c>.</summary>
    /// <param name="seconds">As <see cref="RolloutRing.EvidenceSeconds"/>.</param>
    /// <param name="bake">As <see cref="RolloutRing.BakeSeconds"/>.</param>
    public static string Evidence(double seconds, int bake) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"enough connections after {Math.Max(1, Math.Ceiling(seconds / 60)):#,0} min or more, of {RingText.Time(bake)}"
        );

    /// <summary>How many hosts of a ring are in a state.</summary>
    public static int Count(RolloutRing ring, RolloutHostState state) =>
        ring.States.TryGetValue(state.ToString(), out var count) ? count : 0;
}
