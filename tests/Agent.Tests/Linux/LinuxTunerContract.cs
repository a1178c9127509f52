using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux;

/// <summary>The contract on a real kernel, in a fresh namespace.</summary>
public sealed class LinuxTunerContract : RouteTunerContract
{
    protected override ITunedHost Host { get; } = new KernelHost(new RouteZoo(), destination => $"{destination} via 10.99.0.2 proto bgp");

    /// <param name="zoo">The kernel.</param>
    /// <param name="reportOnly">A route that its tuner only reports.</param>
    internal sealed class KernelHost(RouteZoo zoo, Func<string, string> reportOnly) : IRoutedHost
    {
        public Task<HostSnapshot> ReadAsync() => zoo.Host.RunAsync(() => zoo.Tuner.ReadAsync(CancellationToken.None).AsTask());

        public Task<Outcome> ApplyAsync(Step step) => zoo.Host.RunAsync(() => zoo.Tuner.ApplyAsync(step, CancellationToken.None).AsTask());

        public Task<string> NextChangeAsync(Action happening, CancellationToken ct) =>
            zoo.Host.RunAsync(async () =>
            {
                await using var watch = zoo.Tuner.WatchAsync(ct).GetAsyncEnumerator(ct);
                var next = watch.MoveNextAsync();
                happening();
                Assert.True(await next);
                return watch.Current.What;
            });

        public void Add(string destination, Window? window = null) =>
            zoo.Host.Ip(
                $"route add {destination} via 10.99.0.2 mtu lock 1400 advmss 1300 realms 3/7 {(window is null ? "" : window.ToString())}"
            );

        public void AddReportOnly(string destination) => zoo.Host.Ip($"route add {reportOnly(destination)}");

        public void Remove(string destination) => zoo.Host.Ip($"route del {destination}");

        public void ChangeOther(string destination)
        {
            var route = zoo.Host.Ip($"route show {destination}").Trim();
            zoo.Host.Ip($"route change {route.Replace("advmss 1300", "advmss 1200", StringComparison.Ordinal)}");
        }

        public string Print() => zoo.Oracle();

        public void Dispose() => zoo.Dispose();
    }
}
