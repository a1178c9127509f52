using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux;

/// <summary>The contract on a real kernel, in a fresh namespace.</summary>
public sealed class LinuxTunerContract : TunerContract
{
    protected override ITunedHost Host { get; } = new KernelHost();

    private sealed class KernelHost : ITunedHost
    {
        private readonly RouteZoo _zoo = new();

        public Task<HostSnapshot> ReadAsync() => _zoo.Host.RunAsync(() => _zoo.Tuner.ReadAsync(CancellationToken.None).AsTask());

        public Task<Outcome> ApplyAsync(Step step) => _zoo.Host.RunAsync(() => _zoo.Tuner.ApplyAsync(step, CancellationToken.None).AsTask());

        public Task<string> NextChangeAsync(Action happening, CancellationToken ct) => _zoo.Host.RunAsync(async () =>
        {
            await using var watch = _zoo.Tuner.WatchAsync(ct).GetAsyncEnumerator(ct);
            var next = watch.MoveNextAsync();
            happening();
            Assert.True(await next);
            return watch.Current.What;
        });

        public void Add(string destination, Window? window = null) =>
            _zoo.Host.Ip($"route add {destination} via 10.99.0.2 mtu lock 1400 advmss 1300 realms 3/7 {(window is null ? "" : window.ToString())}");

        public void AddReportOnly(string destination) => _zoo.Host.Ip($"route add {destination} via 10.99.0.2 proto bgp");

        public void Remove(string destination) => _zoo.Host.Ip($"route del {destination}");

        public void ChangeOther(string destination)
        {
            var route = _zoo.Host.Ip($"route show {destination}").Trim();
            _zoo.Host.Ip($"route change {route.Replace("advmss 1300", "advmss 1200", StringComparison.Ordinal)}");
        }

        public string Print() => _zoo.Oracle();

        public void Dispose() => _zoo.Dispose();
    }
}
