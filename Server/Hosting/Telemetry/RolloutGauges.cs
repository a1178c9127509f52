using System.Diagnostics.Metrics;
using IwTune.Server.Features.Rollouts.Advancing;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Hosting.Telemetry;

/// <summary>
/// The rollouts in progress, from the server that looks after them. Each of the newest <see cref="RolloutFigures.Most"/> has eight series
/// until it ends.
/// </summary>
internal static class RolloutGauges
{
    private static readonly RolloutState[] States = Array.FindAll(Enum.GetValues<RolloutState>(), state => !RolloutWords.Ended(state));

    public static void Add(Meter meter, RolloutAdvancer advancer)
    {
        meter.CreateObservableGauge(
            "iwtune_rollouts",
            () => States.Select(state => Of(advancer.Figures.States.GetValueOrDefault(state), ("state", state.ToString()))),
            "",
            "Rollouts that have not ended, by state."
        );
        meter.CreateObservableGauge(
            "iwtune_rollout_state",
            () => advancer.Figures.Newest.Select(one => Of(1, ("rollout", one.Id), ("state", one.State.ToString()))),
            "",
            "Always 1; its label says which state a rollout is in."
        );
        meter.CreateObservableGauge(
            "iwtune_rollout_gate",
            () =>
                advancer
                    .Figures.Newest.Where(one => one.Gate is not null)
                    .Select(one => Of(1, ("rollout", one.Id), ("verdict", one.Gate!.Value.ToString()))),
            "",
            "Always 1; its label says what the gate of the ring in progress said last."
        );
        meter.CreateObservableGauge(
            "iwtune_rollout_hosts",
            () =>
                advancer.Figures.Newest.SelectMany(one =>
                    one.Hosts.Select(hosts => Of(hosts.Count, ("rollout", one.Id), ("state", hosts.State.ToString())))
                ),
            "",
            "Hosts of a rollout by their state in it."
        );
    }

    private static Measurement<int> Of(int value, params ReadOnlySpan<(string Key, string Value)> labels)
    {
        var tags = new KeyValuePair<string, object?>[labels.Length];
        for (var i = 0; i < labels.Length; i++)
            tags[i] = new(labels[i].Key, labels[i].Value);
        return new(value, tags);
    }
}
