using System.Diagnostics.Metrics;
using IwTune.Server.Features.Rollouts.Advancing;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Hosting.Telemetry;

/// <summary>
/// The rollouts in progress, from the server that looks after them. Each of the newest <see cref="RolloutFigures.Most"/> has eight series
/// until it ends.
/// </summary>
internal sealed class RolloutGauges : IDisposable
{
    private static readonly RolloutState[] States = Array.FindAll(Enum.GetValues<RolloutState>(), state => !RolloutWords.Ended(state));
    private readonly string _name;
    private readonly Func<RolloutFigures> _now;
    private HashSet<string> _shown = new(StringComparer.Ordinal);
    private Meter _meter;

    /// <param name="meter">The name of the meter.</param>
    /// <param name="now">The rollouts in progress.</param>
    public RolloutGauges(string meter, Func<RolloutFigures> now) => (_name, _now, _meter) = (meter, now, Make(meter, now));

    /// <summary>
    /// Call it when the rollouts in progress have changed. The SDK keeps a series until its instrument ends, and a metric has room for some
    /// hundreds, so that the rollouts of a year would leave none for the next one: when a rollout has ended, all begin anew.
    /// </summary>
    public void Follow()
    {
        var shown = _now().Newest.Select(one => one.Id).ToHashSet(StringComparer.Ordinal);
        if (!_shown.IsSubsetOf(shown))
        {
            _meter.Dispose();
            _meter = Make(_name, _now);
        }
        _shown = shown;
    }

    public void Dispose() => _meter.Dispose();

    private static Meter Make(string name, Func<RolloutFigures> now)
    {
        var meter = new Meter(name);
        meter.CreateObservableGauge(
            "iwtune_rollouts",
            () => States.Select(state => Of(now().States.GetValueOrDefault(state), ("state", state.ToString()))),
            "",
            "Rollouts that have not ended, by state."
        );
        meter.CreateObservableGauge(
            "iwtune_rollout_state",
            () => now().Newest.Select(one => Of(1, ("rollout", one.Id), ("state", one.State.ToString()))),
            "",
            "Always 1; its label says which state a rollout is in."
        );
        meter.CreateObservableGauge(
            "iwtune_rollout_gate",
            () =>
                now()
                    .Newest.Where(one => one.Gate is not null)
                    .Select(one => Of(1, ("rollout", one.Id), ("verdict", one.Gate!.Value.ToString()))),
            "",
            "Always 1; its label says what the gate of the ring in progress said last."
        );
        meter.CreateObservableGauge(
            "iwtune_rollout_hosts",
            () =>
                now()
                    .Newest.SelectMany(one =>
                        one.Hosts.Select(hosts => Of(hosts.Count, ("rollout", one.Id), ("state", hosts.State.ToString())))
                    ),
            "",
            "Hosts of a rollout by their state in it."
        );
        return meter;
    }

    private static Measurement<int> Of(int value, params ReadOnlySpan<(string Key, string Value)> labels)
    {
        var tags = new KeyValuePair<string, object?>[labels.Length];
        for (var i = 0; i < labels.Length; i++)
            tags[i] = new(labels[i].Key, labels[i].Value);
        return new(value, tags);
    }
}
