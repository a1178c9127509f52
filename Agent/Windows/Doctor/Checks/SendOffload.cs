using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>Large send offload of the adapters in use.</summary>
internal static class SendOffload
{
    public static readonly Check<WindowsFindings> Check = new(
        "send-offload",
        DiagnosisGroup.Machine,
        "With large send offload the adapter divides a flight into segments. Without it the processor divides the flight, one segment at a "
            + "time.",
        "NDIS, standardized INF keywords *LsoV2IPv4 and *LsoV2IPv6",
        Of
    );

    private static CheckAnswer Of(WindowsFindings host)
    {
        var up = host.Nics.Where(nic => nic.Up).ToList();
        if (up.Count == 0)
            return CheckAnswer.NotKnown("no adapter is up, or none could be read");
        var without = up.Where(nic => !nic.Offloads.Contains("lso")).Select(nic => nic.Name).ToList();
        return without.Count == 0
            ? CheckAnswer.Ok($"on, on {string.Join(", ", up.Select(nic => nic.Name))}")
            : CheckAnswer.Advice(
                $"off, or not reported by the driver, on {string.Join(", ", without)}",
                $"Enable-NetAdapterLso -Name '{without[0]}'"
            );
    }
}
