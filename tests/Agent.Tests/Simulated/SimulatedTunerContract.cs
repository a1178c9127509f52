using System.Net;
using IwTune.Agent.Ports;
using IwTune.Agent.Simulated;
using IwTune.Agent.Tests.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Simulated;

/// <summary>The contract on the host in memory, so that the engine's test host behaves like the kernel.</summary>
public sealed class SimulatedTunerContract : RouteTunerContract
{
    protected override ITunedHost Host { get; } = new SimulatedHost();

    private sealed class SimulatedHost : IRoutedHost
    {
        private readonly SimulatedTuner _tuner = new(TimeProvider.System);

        public Task<HostSnapshot> ReadAsync() => _tuner.ReadAsync(CancellationToken.None).AsTask();

        public Task<Outcome> ApplyAsync(Step step) => _tuner.ApplyAsync(step, CancellationToken.None).AsTask();

        public async Task<string> NextChangeAsync(Action happening, CancellationToken ct)
        {
            happening();
            await foreach (var change in _tuner.WatchAsync(ct))
                return change.What;
            return "";
        }

        public void Add(string destination, Window? window = null) =>
            _tuner.Add(Route(destination) with { Window = window ?? Window.Unset });

        public void AddReportOnly(string destination) => _tuner.Add(Route(destination) with { Strategy = StrategyKind.ReportOnly });

        public void Remove(string destination) => _tuner.Remove(Route(destination).Id);

        public void ChangeOther(string destination) => _tuner.Change(Route(destination).Id, route => route with { Rest = "mtu lock 1300" });

        public string Print() => _tuner.ToString();

        public void Dispose() { }

        private static SimulatedRoute Route(string destination) =>
            new()
            {
                Destination = IPNetwork.Parse(destination),
                Gateway = "10.99.0.2",
                Interface = "v0",
                Rest = "mtu lock 1400",
            };
    }
}
