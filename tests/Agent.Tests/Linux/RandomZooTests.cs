using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux;

/// <summary>
/// Many hosts with routes of all kinds: every window that can be set is set and restored, and the kernel's bytes are those of the start.
/// </summary>
[Trait("Cases", "drawn")]
public sealed class RandomZooTests
{
    private static readonly int Zoos = Cases.Of(1000, 100);

    /// <summary>Each of these starts a shell and its commands.</summary>
    private static readonly int Printed = Cases.Of(1000, 30);

    private readonly Random _random = new(Cases.Seed(20261121));

    /// <summary>With an owner, most windows are in shadows.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Random_hosts_come_back_byte_for_byte(bool owned)
    {
        using var zoo = new RouteZoo();
        foreach (var link in owned ? (string[])["v0", "v1"] : [])
            zoo.Manage(link);
        // One thread for everything: entering the namespace for every step would take longer than the steps.
        var (random, set, reportOnly) = await zoo.Host.RunAsync(() => RoundsAsync(zoo));
        Assert.True(
            random > 3 * Zoos && set > 3 * Zoos && reportOnly > Zoos / 10,
            $"{random} random routes, {set} set, {reportOnly} report-only"
        );
    }

    /// <summary>The commands that <c>explain-rollback</c> prints, run by a shell.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Random_hosts_come_back_byte_for_byte_by_the_printed_commands(bool owned)
    {
        using var zoo = new RouteZoo();
        foreach (var link in owned ? (string[])["v0", "v1"] : [])
            zoo.Manage(link);
        for (var round = 0; round < Printed; round++)
        {
            var routes = RandomRoute.Some(_random);
            RandomRoute.Replace(zoo.Host, routes);
            var before = zoo.Read();
            await zoo.Host.RunAsync(async () =>
            {
                foreach (var target in before.Targets)
                    await zoo.Tuner.ApplyAsync(new Step.Set(target, OtherThan(target.Current)), CancellationToken.None);
            });
            var set = before
                .Targets.Where(target => target.Strategy.Kind != StrategyKind.ReportOnly)
                .ToDictionary(target => target.Id, StringComparer.Ordinal);
            zoo.ByShell([
                .. zoo.Read()
                    .Targets.Where(now => set.ContainsKey(now.Id))
                    .Select(now =>
                        now with
                        {
                            Original = RouteZoo.Image(set[now.Id], before),
                            LastSet = new Setting(now.Current, now.Strategy.Kind),
                        }
                    ),
            ]);
            Assert.True(
                Bytes(before) == Bytes(zoo.Read()),
                $"{Bytes(before)}\nand by the commands\n{Bytes(zoo.Read())}\namong\n{string.Join('\n', routes)}"
            );
        }
    }

    private async Task<(int Random, int Set, int ReportOnly)> RoundsAsync(RouteZoo zoo)
    {
        var (random, set, reportOnly) = (0, 0, 0);
        var own = (await zoo.Tuner.ReadAsync(CancellationToken.None)).Targets.Count;
        for (var round = 0; round < Zoos; round++)
        {
            var routes = RandomRoute.Some(_random);
            RandomRoute.Replace(zoo.Host, routes);
            var before = await zoo.Tuner.ReadAsync(CancellationToken.None);
            random += before.Targets.Count - own;
            foreach (var target in before.Targets)
            {
                var outcome = await zoo.Tuner.ApplyAsync(new Step.Set(target, OtherThan(target.Current)), CancellationToken.None);
                _ = target.Strategy.Kind == StrategyKind.ReportOnly ? reportOnly++ : set++;
                Assert.True(
                    outcome is Outcome.Applied == target.Strategy.Kind is not StrategyKind.ReportOnly,
                    Tell(routes, target, outcome)
                );
            }
            var changed = await zoo.Tuner.ReadAsync(CancellationToken.None);
            foreach (
                var (now, was) in changed.Targets.Zip(before.Targets).Where(pair => pair.First.Strategy.Kind != StrategyKind.ReportOnly)
            )
            {
                var outcome = await zoo.Tuner.ApplyAsync(new Step.PutBack(now, RouteZoo.Image(was, before)), CancellationToken.None);
                Assert.True(outcome is Outcome.Applied, Tell(routes, was, outcome));
            }
            Assert.Empty(await zoo.Tuner.StandDownAsync(CancellationToken.None)); // no shadow is left to remove
            Assert.Equal(Bytes(before), Bytes(await zoo.Tuner.ReadAsync(CancellationToken.None)));
        }
        return (random, set, reportOnly);
    }

    private Window OtherThan(Window current)
    {
        var window = new Window(_random.Next(1, 1024), _random.Next(2) == 0 ? null : _random.Next(1, 1024));
        return window.InitCwnd != current.InitCwnd ? window : OtherThan(current);
    }

    private static string Bytes(HostSnapshot snapshot) =>
        string.Join('\n', snapshot.Targets.Select(target => $"{target.Id} {RouteZooTests.WithoutExpiry(target.Raw)}"));

    private static string Tell(IEnumerable<RandomRoute> routes, Target target, Outcome outcome) =>
        $"{target.Id}: {outcome.Kind} {outcome.Detail}\namong\n{string.Join('\n', routes)}";
}
