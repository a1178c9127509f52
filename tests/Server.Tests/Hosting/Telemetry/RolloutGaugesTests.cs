using IwTune.Server.Features.Rollouts.Advancing;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Shared.Fleet.Rollouts;
using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace IwTune.Server.Tests.Hosting.Telemetry;

public sealed class RolloutGaugesTests
{
    [Fact]
    public void The_newest_rollouts_have_their_series_however_many_have_ended()
    {
        const string name = "IwTune.Server.Tests.Rollouts";
        var now = RolloutFigures.None;
        using var gauges = new RolloutGauges(name, () => now);
        using var scrape = new Scrape();
        using var metrics = Sdk.CreateMeterProviderBuilder()
            .AddMeter(name)
            .AddView(_ => new MetricStreamConfiguration { CardinalityLimit = 20 })
            .AddReader(new BaseExportingMetricReader(scrape))
            .Build();

        for (var n = 1; n <= 100; n++)
        {
            now = new(new Dictionary<RolloutState, int>(), [Rollout(n), Rollout(n + 1)]);
            gauges.Follow();

            var lines = scrape.Text().Split('\n').Where(line => line.StartsWith("iwtune_rollout_state{", StringComparison.Ordinal));
            Assert.Equal(
                [
                    $"iwtune_rollout_state{{rollout=\"{n}\",state=\"Running\"}} 1",
                    $"iwtune_rollout_state{{rollout=\"{n + 1}\",state=\"Running\"}} 1",
                ],
                lines
            );
        }
    }

    private static FigureOfRollout Rollout(int id) => new($"{id}", RolloutState.Running, null, []);
}
