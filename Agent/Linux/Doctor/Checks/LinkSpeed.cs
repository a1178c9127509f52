using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Links that explain why a window did nothing.</summary>
internal static class LinkSpeed
{
    private const long Slow = 100;

    public static readonly Check<HostFindings> Check = new(
        "link-speed",
        DiagnosisGroup.Machine,
        "A half-duplex link, usually a mismatch with the switch, loses packets when both ends send and reaches 1 to 2 Mbit/s. On a slow "
            + "link the first flight itself forms a queue.",
        "IEEE 802.3 clause 28; RFC 6349 §3",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        var up = host.Links.Where(link => link.IsUp).ToList();
        if (up.Find(link => link.FullDuplex == false) is { } half)
            return CheckAnswer.Problem(
                $"{half.Name}: {half.Speed?.ToString() ?? "?"} Mbit/s, half duplex",
                $"Turn on autonegotiation at both ends: ethtool -s {half.Name} autoneg on, and the port of the switch."
            );
        if (up.Find(link => link.Speed < Slow) is { } slow)
            return CheckAnswer.Advice(
                $"{slow.Name}: {slow.Speed} Mbit/s",
                "Compare with the speeds that the port supports (ethtool); a bad cable lowers the negotiated speed."
            );
        var told = up.Where(link => link.Speed is not null).ToList();
        return told.Count == 0
            ? CheckAnswer.NotKnown(up.Count == 0 ? "no interface is up" : "no driver of an interface that is up reports its speed")
            : CheckAnswer.Ok(
                string.Join(", ", told.Select(link => $"{link.Name} {link.Speed} Mbit/s{(link.FullDuplex == true ? " full duplex" : "")}"))
            );
    }
}
