using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies;

/// <summary>Writes nothing: every way would hit another route or fight the owner.</summary>
internal sealed class ReportOnlyStrategy(string why, OwnersSetting? instead = null) : IRouteStrategy
{
    public Strategy Described { get; } = new(StrategyKind.ReportOnly, why) { Instead = instead };

    public ValueTask<Outcome> SetAsync(RouteWork work, Window wanted, CancellationToken ct) => Refuse();

    public ValueTask<Outcome> PutBackAsync(RouteWork work, Window before, CancellationToken ct) => Refuse();

    public IReadOnlyList<string> ByHand(RouteWork work, Window before) => [];

    private ValueTask<Outcome> Refuse() => ValueTask.FromResult<Outcome>(new Outcome.Refused(Described.Why));
}
