using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Shadows;

/// <summary>The contract on a real kernel where NetworkManager owns the routes, so that every window is a shadow's.</summary>
public sealed class ShadowTunerContract : RouteTunerContract
{
    protected override ITunedHost Host { get; } = new OwnedHost();

    private sealed class OwnedHost : IRoutedHost
    {
        private readonly RouteZoo _zoo = new();

        public OwnedHost() => _zoo.Manage("v0");

        public Task<HostSnapshot> ReadAsync() => _zoo.Host.RunAsync(() => _zoo.Tuner.ReadAsync(CancellationToken.None).AsTask());

        public Task<Outcome> ApplyAsync(Step step)
        {
            Assert.True(
                step.Target.Strategy.Kind is StrategyKind.Shadow or StrategyKind.ReportOnly,
                $"{step.Target.Id} is set {step.Target.Strategy.Word}"
            );
            return _zoo.Host.RunAsync(() => _zoo.Tuner.ApplyAsync(step, CancellationToken.None).AsTask());
        }

        public Task<string> NextChangeAsync(Action happening, CancellationToken ct) =>
            _zoo.Host.RunAsync(async () =>
            {
                await using var watch = _zoo.Tuner.WatchAsync(ct).GetAsyncEnumerator(ct);
                var next = watch.MoveNextAsync();
                happening();
                Assert.True(await next);
                return watch.Current.What;
            });

        public void Add(string destination, Window? window = null) =>
            _zoo.Host.Ip(
                $"route add {destination} via 10.99.0.2 proto static metric 50 mtu lock 1400 advmss 1300 realms 3/7 "
                    + $"{(window is null ? "" : window.ToString())}"
            );

        public void AddReportOnly(string destination) => _zoo.Host.Ip($"route add {destination} via 10.99.0.2 proto static");

        public void Remove(string destination) => _zoo.Host.Ip($"route del {destination} metric 50");

        public void ChangeOther(string destination)
        {
            var route = _zoo
                .Host.Ip($"route show {destination}")
                .Split('\n')
                .Single(line => line.Contains("proto static", StringComparison.Ordinal))
                .Trim();
            _zoo.Host.Ip($"route change {route.Replace("advmss 1300", "advmss 1200", StringComparison.Ordinal)}");
        }

        public string Print() => _zoo.Oracle();

        public void Dispose() => _zoo.Dispose();
    }
}
