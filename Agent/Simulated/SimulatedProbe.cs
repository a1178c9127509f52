using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Simulated;

/// <summary>
/// Fresh connections over a <see cref="SimulatedTuner"/>, which start with the route's window or the kernel's ten segments.
/// </summary>
public sealed class SimulatedProbe(TimeProvider time) : IProbe
{
    private const int Mss = 1448;

    public ValueTask<Evidence> ProbeAsync(Target target, CancellationToken ct)
    {
        var segments = target.Current.InitCwnd ?? 10; // TCP_INIT_CWND
        return ValueTask.FromResult(
            new Evidence
            {
                TargetId = target.Id,
                Method = EvidenceMethod.FreshConnection,
                At = time.GetUtcNow(),
                Conclusive = true,
                ConfiguredCwnd = target.Current.InitCwnd,
                InitialCwnd = segments,
                EffectiveSegments = segments,
                EffectiveBytes = (long)segments * Mss,
                Binding = BindingTerm.InitCwnd,
                Mss = Mss,
                RttMicroseconds = 100_000,
                Peer = "simulated",
            }
        );
    }
}
