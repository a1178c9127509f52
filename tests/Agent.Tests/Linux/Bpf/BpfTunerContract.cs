using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Ports;
using IwTune.Lab;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Bpf;

/// <summary>The contract with the program in place of routes: everything holds, and no route is ever written.</summary>
public sealed class BpfTunerContract : RouteTunerContract
{
    protected override ITunedHost Host { get; } = new ProgrammedHost();

    private sealed class ProgrammedHost : IRoutedHost
    {
        private readonly ControlGroup _group = Grouped.Create();
        private readonly IRoutedHost _kernel;

        public ProgrammedHost() =>
            _kernel = new LinuxTunerContract.KernelHost(
                new RouteZoo(new HostSettings { Backend = Backend.Bpf, ControlGroup = _group.Path }),
                destination => $"{destination} via 10.99.0.2 tos 0x10"
            );

        public Task<HostSnapshot> ReadAsync() => _kernel.ReadAsync();

        public async Task<Outcome> ApplyAsync(Step step)
        {
            var before = Print();
            var outcome = await _kernel.ApplyAsync(step);
            Assert.Equal(before, Print());
            return outcome;
        }

        public Task<string> NextChangeAsync(Action happening, CancellationToken ct) => _kernel.NextChangeAsync(happening, ct);

        public void Add(string destination, Window? window = null) => _kernel.Add(destination, window);

        public void AddReportOnly(string destination) => _kernel.AddReportOnly(destination);

        public void Remove(string destination) => _kernel.Remove(destination);

        public void ChangeOther(string destination) => _kernel.ChangeOther(destination);

        public string Print() => _kernel.Print();

        public void Dispose()
        {
            _kernel.Dispose();
            _group.Dispose();
        }
    }
}
