using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>What cuts a flight into segments.</summary>
internal static class Offloads
{
    public static readonly Check<HostFindings> Check = new(
        "offloads",
        DiagnosisGroup.Machine,
        "With TSO or GSO a whole first flight leaves the stack as one packet of up to 64 KiB, so a capture on the sender shows fewer, "
            + "larger packets than the wire carries. Without both, each segment costs the processor a pass through the stack.",
        "Documentation/networking/segmentation-offloads.rst",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        var up = host.Links.Where(link => link.IsUp).ToList();
        if (up.Count == 0)
            return CheckAnswer.NotKnown("no interface is up");
        var without = up.Where(link => !link.Offloads.Contains("tso") && !link.Offloads.Contains("gso")).Select(link => link.Name).ToList();
        return without.Count > 0
            ? CheckAnswer.Advice(
                $"{string.Join(", ", without)}: neither tso nor gso",
                $"ethtool -K {without[0]} gso on   # and tso on, where the hardware supports it"
            )
            : CheckAnswer.Ok(
                string.Join("; ", up.Take(4).Select(link => $"{link.Name} {string.Join(' ', link.Offloads)}"))
                    + (up.Count > 4 ? $"; {up.Count - 4} more" : "")
            );
    }
}
