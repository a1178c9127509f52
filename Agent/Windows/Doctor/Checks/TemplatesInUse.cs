using System.Globalization;
using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>Which templates connections get, and with which window.</summary>
internal static class TemplatesInUse
{
    private const int PeerFirst = 45;
    private const int Fewest = 3;

    public static readonly Check<WindowsFindings> Check = new(
        "templates",
        DiagnosisGroup.Routes,
        "Under Automatic, connections with a round-trip time of up to 10 ms get Datacenter and others get Internet. A peer with default "
            + "settings first offers 64 KiB, 44 or 45 segments. Segments that exceed a path's buffer are lost.",
        "TCP Templates for Windows Server 2019; RFC 9293 §3.8.6",
        Of
    );

    private static CheckAnswer Of(WindowsFindings host)
    {
        var inUse = host.InUse.ToList();
        if (inUse.Count == 0)
            return CheckAnswer.NotKnown("no template that connections get could be read");
        var told = $"{string.Join(", ", inUse.Select(Told))} (default: {host.State.Default})";
        if (host.State.Default == TemplateName.Compat)
            return CheckAnswer.Advice(
                told,
                "Compat is for old programs and serves every connection here. An administrator made it the default with 'netsh "
                    + "interface tcp set supplemental template=compat'; 'template=automatic' takes that back."
            );
        return inUse.Exists(template => template.InitialCongestionWindow is > PeerFirst or < Fewest)
            ? CheckAnswer.Advice(told, "Choose 4 to 44 segments in the policy.")
            : CheckAnswer.Ok(told);
    }

    private static string Told(Template template) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{template.Name} {(template.InitialCongestionWindow is { } segments ? $"{segments} segments" : "not known")}"
        );
}
