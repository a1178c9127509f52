using System.Globalization;
using IwTune.Agent.Ports;
using IwTune.Shared.Model;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Whether there is anything to gain.</summary>
internal static class RoundTrip
{
    private const long Near = 5_000;

    public static readonly Check Check = new(
        "rtt",
        DiagnosisGroup.Agent,
        "A larger first flight saves whole round trips. At less than 5 ms they drown in jitter, and only the larger burst is left.",
        "RFC 6928 §10; measured",
        Of);

    private static Answer Of(HostFindings host)
    {
        var times = Bandwidth.RoundTrips(host);
        if (times.Count == 0)
            return Answer.NotKnown(host.Agent.Absent.Length > 0 ? "no agent has measured a round trip" : "the agent has no conclusive measurement yet: 'iwtune verify --peer HOST:PORT'");
        var (least, most) = (times.Min(), times.Max());
        var told = string.Create(CultureInfo.InvariantCulture, $"{least / 1000.0:0.0}{(most > least ? $" to {most / 1000.0:0.0}" : "")} ms to the peers that were measured");
        var raised = host.Routes.Any(route => route.InitCwnd > InitialWindow.LinuxDefault);
        return most < Near && raised ? Answer.Advice(told, "A window above 10 saves nothing that shows on these paths.") : Answer.Ok(told);
    }
}
