using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>The rollouts that have not ended, as the last round of this server left them.</summary>
/// <param name="States">How many are in which state.</param>
/// <param name="Newest">Some of them one by one.</param>
internal sealed record RolloutFigures(IReadOnlyDictionary<RolloutState, int> States, IReadOnlyList<FigureOfRollout> Newest)
{
    /// <summary>More are only counted: each is several series of a monitoring system.</summary>
    public const int Most = 50;

    /// <summary>What a server says that does not look after rollouts.</summary>
    public static RolloutFigures None { get; } = new(new Dictionary<RolloutState, int>(), []);

    /// <param name="rows">The oldest first.</param>
    /// <param name="watches">What is remembered of them; of those that wait for an approval, nothing.</param>
    public static RolloutFigures Of(IReadOnlyList<RolloutRow> rows, IReadOnlyDictionary<string, Watch> watches) =>
        new(
            rows.CountBy(row => row.At).ToDictionary(),
            [.. rows.TakeLast(Most).Select(row => FigureOfRollout.Of(row, watches.GetValueOrDefault(row.Id)))]
        );
}

/// <summary>One rollout.</summary>
/// <param name="Id">Its id; names of policies are in no metric.</param>
/// <param name="State">Its state.</param>
/// <param name="Gate">What the gate of its ring said last; <see langword="null"/> before it was judged.</param>
/// <param name="Hosts">Its hosts by state; empty before it starts.</param>
internal sealed record FigureOfRollout(
    string Id,
    RolloutState State,
    GateVerdict? Gate,
    IReadOnlyList<(RolloutHostState State, int Count)> Hosts
)
{
    public static FigureOfRollout Of(RolloutRow row, Watch? watch) =>
        new(
            row.Id,
            row.At,
            watch?.Gate?.Verdict,
            watch is null ? [] : [.. Enum.GetValues<RolloutHostState>().Select(state => (state, watch.Tally.All(state)))]
        );
}
