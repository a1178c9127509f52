using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>What decides after the first flight.</summary>
internal static class Congestion
{
    public static readonly Check<WindowsFindings> Check = new(
        "congestion-provider",
        DiagnosisGroup.Sending,
        "Every provider starts with the template's window; the growth after it differs. Public reports say that BBR2 with a large loopback "
            + "MTU hangs connections of a host to itself on 24H2. DCTCP is for networks that mark packets.",
        "Set-NetTCPSetting, CongestionProvider; RFC 8257 §5; public reports",
        Of
    );

    private static CheckAnswer Of(WindowsFindings host)
    {
        var used = host
            .InUse.Select(template => template.CongestionProvider)
            .OfType<string>()
            .Where(name => name.Length > 0)
            .Distinct(StringComparer.OrdinalIgnoreCase)
            .ToList();
        if (used.Count == 0)
            return CheckAnswer.NotKnown("the congestion control of the templates cannot be read");
        var told = string.Join(", ", used);
        return used.Exists(Is("BBR2"))
                ? CheckAnswer.Advice(
                    told,
                    "Switch the large loopback MTU off: netsh interface ipv4 set global loopbacklargemtu=disable, and the same for ipv6."
                )
            : used.Exists(Is("DCTCP"))
            && host.State.Find(Templates.TemplateName.Internet)?.CongestionProvider is { } internet
            && Is("DCTCP")(internet)
                ? CheckAnswer.Advice(
                    $"{told}, for the internet, too",
                    "netsh interface tcp set supplemental template=internet congestionprovider=cubic"
                )
            : CheckAnswer.Ok(told);
    }

    private static Predicate<string> Is(string name) => other => string.Equals(name, other, StringComparison.OrdinalIgnoreCase);
}
