using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux;

/// <summary>A thousand hosts with routes of all kinds: whatever can be set is set, put back, and the kernel's bytes are those of the start.</summary>
public sealed class RandomZooTests
{
    private const int Zoos = 1000;

    private readonly Random _random = new(20261121);

    /// <summary>With an owner most windows are those of shadows.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_thousand_random_hosts_come_back_byte_for_byte(bool owned)
    {
        using var zoo = new RouteZoo();
        foreach (var link in owned ? (string[])["v0", "v1"] : [])
            zoo.Manage(link);
        var file = Path.GetTempFileName();
        // One thread for all of it: entering the namespace for every step would take longer than the steps.
        var (set, reportOnly) = await zoo.Host.RunAsync(() => RoundsAsync(zoo, file));
        File.Delete(file);
        Assert.True(set > Zoos && reportOnly > Zoos / 10, $"{set} set, {reportOnly} report-only");
    }

    private async Task<(int Set, int ReportOnly)> RoundsAsync(RouteZoo zoo, string file)
    {
        var (set, reportOnly) = (0, 0);
        for (var round = 0; round < Zoos; round++)
        {
            var routes = RandomRoute.Some(_random);
            RandomRoute.Batch(zoo.Host, file, RandomRoute.Flush.Concat(routes.Select(route => $"{route.Family} route add {route.Words}")));
            var before = await zoo.Tuner.ReadAsync(CancellationToken.None);
            foreach (var target in before.Targets)
            {
                var outcome = await zoo.Tuner.ApplyAsync(new Step.Set(target, RandomWindow()), CancellationToken.None);
                _ = target.Strategy.Kind == StrategyKind.ReportOnly ? reportOnly++ : set++;
                Assert.True(outcome is Outcome.Applied == target.Strategy.Kind is not StrategyKind.ReportOnly, Tell(routes, target, outcome));
            }
            var changed = await zoo.Tuner.ReadAsync(CancellationToken.None);
            foreach (var (now, was) in changed.Targets.Zip(before.Targets).Where(pair => pair.First.Strategy.Kind != StrategyKind.ReportOnly))
            {
                var outcome = await zoo.Tuner.ApplyAsync(new Step.PutBack(now, RouteZoo.Image(was, before)), CancellationToken.None);
                Assert.True(outcome is Outcome.Applied, Tell(routes, was, outcome));
            }
            Assert.Empty(await zoo.Tuner.StandDownAsync(CancellationToken.None)); // no shadow is left to take away
            Assert.Equal(Bytes(before), Bytes(await zoo.Tuner.ReadAsync(CancellationToken.None)));
        }
        return (set, reportOnly);
    }

    private Window RandomWindow() => new(_random.Next(1, 1024), _random.Next(2) == 0 ? null : _random.Next(1, 1024));

    private static string Bytes(HostSnapshot snapshot) =>
        string.Join('\n', snapshot.Targets.Select(target => $"{target.Id} {RouteZooTests.WithoutExpiry(target.Raw)}"));

    private static string Tell(IEnumerable<RandomRoute> routes, Target target, Outcome outcome) =>
        $"{target.Id}: {outcome.Word} {outcome.Detail}\namong\n{string.Join('\n', routes)}";
}
