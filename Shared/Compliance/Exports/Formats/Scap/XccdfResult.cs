using System.Globalization;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Shared.Compliance.Exports.Formats.Scap;

/// <summary>The results of a host as a TestResult of XCCDF 1.2.</summary>
internal sealed class XccdfResult(TextWriter to, ExportManifest manifest, ControlCatalog catalog)
{
    private readonly Dictionary<string, (string Author, string Created)> _exceptions = new(StringComparer.Ordinal);
    private readonly string _at = UtcInstantConverter.Text(manifest.Parameters.AsOf);

    /// <summary>Rows name an exception by its reason and its ticket; of several with the same the latest counts.</summary>
    public void Exception(IReadOnlyList<string> cells) => _exceptions[ComplianceException.Words(cells[2], cells[3])] = (cells[4], cells[5]);

    public void Write(ComplianceHost host, int number)
    {
        to.Write(
            string.Create(
                CultureInfo.InvariantCulture,
                $"<TestResult xmlns=\"{XccdfBenchmark.Namespace}\" id=\"xccdf_org.iwtune_testresult_host-{number}\" end-time=\"{_at}\" "
            )
                + $"test-system=\"IwTune\">\n<benchmark href=\"#{XccdfBenchmark.Id}\" id=\"{XccdfBenchmark.Id}\"/>\n"
                + $"<remark>{host.Verdict}: {XmlText.Of(host.Reason)}</remark>\n<profile idref=\"{XccdfBenchmark.Profile}\"/>\n"
                + $"<target>{XmlText.Of(host.Name)}</target>\n<target-facts>\n"
        );
        Fact("host-id", host.Id);
        Fact("os", host.OsName.Length > 0 ? host.OsName : host.Os);
        Fact("kernel", host.Kernel);
        Fact("agent", host.AgentVersion);
        to.Write("</target-facts>\n");
        var (met, judged) = (0, 0);
        foreach (var control in catalog.Controls)
        {
            var result = host.Controls?.TryGetValue(control.Id, out var known) == true ? known : ControlResult.NotChecked;
            judged += result is ControlResult.Pass or ControlResult.Fail or ControlResult.Unknown ? 1 : 0;
            met += result == ControlResult.Pass ? 1 : 0;
            Rule(control.Id, result, result == ControlResult.Fail && host.Verdict == Verdict.Excepted ? host.Exception : null);
        }
        var score = judged == 0 ? 0 : Math.Round(100m * met / judged, 2);
        to.Write(
            string.Create(
                CultureInfo.InvariantCulture,
                $"<score system=\"urn:xccdf:scoring:default\" maximum=\"100\">{score:0.##}</score>\n</TestResult>\n"
            )
        );
    }

    private void Fact(string name, string value)
    {
        if (value.Length > 0)
            to.Write($"<fact name=\"urn:iwtune:{name}\" type=\"string\">{XmlText.Of(value)}</fact>\n");
    }

    /// <summary>A failure of an excepted host is informational and says what it was, as a waiver does (XCCDF 1.2, 6.4.4).</summary>
    private void Rule(string control, ControlResult result, string? exception)
    {
        to.Write($"<rule-result idref=\"{XccdfBenchmark.Rule(XmlText.Of(control))}\" time=\"{_at}\">");
        if (exception is null)
            to.Write($"<result>{Word(result)}</result>");
        else
        {
            var (author, created) = _exceptions.GetValueOrDefault(exception, ("IwTune", _at));
            to.Write(
                $"<result>informational</result><override time=\"{XmlText.Of(created)}\" authority=\"{XmlText.Of(author)}\">"
                    + $"<old-result>{Word(result)}</old-result><new-result>informational</new-result>"
                    + $"<remark>{XmlText.Of(exception)}</remark></override>"
            );
        }
        to.Write("</rule-result>\n");
    }

    private static string Word(ControlResult result) =>
        result switch
        {
            ControlResult.Pass => "pass",
            ControlResult.Fail => "fail",
            ControlResult.NotApplicable => "notapplicable",
            ControlResult.NotChecked => "notchecked",
            _ => "unknown",
        };
}
