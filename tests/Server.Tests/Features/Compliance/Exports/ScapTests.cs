using System.Xml.Linq;
using IwTune.Lab;
using IwTune.Shared.Compliance.Exports.Formats.Scap;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance.Exports;

/// <summary>OpenSCAP reads the asset report collection of an export, the benchmark in it and each host's results.</summary>
public sealed class ScapTests : IDisposable
{
    private static readonly XNamespace Xccdf = "http://checklists.nist.gov/xccdf/1.2";
    private readonly string _files = Directory.CreateTempSubdirectory("iwtune-scap-").FullName;

    private string Arf => Path.Combine(_files, "compliance.arf.xml");

    [Fact]
    public void Openscap_finds_the_collection_valid_and_lists_every_host()
    {
        Write(SampleRows.Hosts);
        Oscap("ds", "rds-validate", Arf);
        var told = Oscap("info", Arf);
        foreach (var number in Enumerable.Range(1, SampleRows.Hosts.Count))
            Assert.Contains(
                $"xccdf_org.iwtune_testresult_host-{number}\n",
                told.Replace(" \n", "\n", StringComparison.Ordinal),
                StringComparison.Ordinal
            );
    }

    [Fact]
    public void Openscap_finds_the_benchmark_and_the_results_of_every_host_valid()
    {
        Write(SampleRows.Hosts);
        foreach (var number in Enumerable.Range(1, SampleRows.Hosts.Count))
        {
            var split = Directory.CreateDirectory(Path.Combine(_files, $"host-{number}")).FullName;
            Oscap("ds", "rds-split", "--report-id", $"report-{number}", Arf, split);
            Oscap("xccdf", "validate", Path.Combine(split, "report-request.xml"));
            // Its schematron takes each result without an override for wrong once a host has one (1.3.7).
            Oscap("xccdf", "validate", "--skip-schematron", Path.Combine(split, "report.xml"));
        }
    }

    [Fact]
    public void Openscaps_own_report_of_the_first_host_names_its_results_clauses_and_corrections()
    {
        Write(SampleRows.Hosts);
        var html = Path.Combine(_files, "report.html");
        Oscap("xccdf", "generate", "report", "--output", html, Arf);
        var report = File.ReadAllText(html);
        foreach (var text in (string[])["web-1.example.net", "Windows as required", "PCI DSS 4.0.1 2.2.1", "iwtune verify"])
            Assert.Contains(text, report, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_host_has_the_result_of_every_control_and_an_exception_is_an_override()
    {
        Write(SampleRows.Hosts);
        var results = XDocument.Load(Arf).Descendants(Xccdf + "TestResult").ToList();
        Assert.Equal(SampleRows.Hosts.Count, results.Count);
        Assert.Equal(
            ["fail", "pass", "notapplicable", "notchecked", "unknown", .. Enumerable.Repeat("pass", SampleRows.Catalog.Controls.Count - 5)],
            Words(results[0])
        );
        Assert.Equal("informational", Words(results[1])[0]);
        Assert.All(Words(results[2]), word => Assert.Equal("notchecked", word));
        var waived = Assert.Single(results.SelectMany(result => result.Descendants(Xccdf + "override")));
        Assert.Equal(
            ("user:ann & bob", "2026-11-20T09:00:00.000Z", "fail", "informational", "old <NIC> (T-1)"),
            (
                waived.Attribute("authority")!.Value,
                waived.Attribute("time")!.Value,
                waived.Element(Xccdf + "old-result")!.Value,
                waived.Element(Xccdf + "new-result")!.Value,
                waived.Element(Xccdf + "remark")!.Value
            )
        );
        // 9 of the 11 that were judged pass; a host without results has none.
        Assert.Equal(["81.82", "81.82", "0"], results.Take(3).Select(result => result.Element(Xccdf + "score")!.Value));
    }

    [Fact]
    public void A_name_is_the_same_text_again_but_for_what_xml_cannot_have()
    {
        Write(SampleRows.Hosts);
        var targets = XDocument.Load(Arf).Descendants(Xccdf + "target").Select(target => target.Value);
        Assert.Equal(
            SampleRows.Names.Select(name =>
                name.Replace('\0', '\u2400').Replace('\u001b', '\u241b').Replace('\ud800', '\ufffd').Replace('\uffff', '\ufffd')
            ),
            targets.Zip(SampleRows.Names, (read, name) => name.Contains('\ud83d', StringComparison.Ordinal) ? name : read)
        );
    }

    public void Dispose() => Directory.Delete(_files, recursive: true);

    private static string[] Words(XElement result) =>
        [.. result.Elements(Xccdf + "rule-result").Select(rule => rule.Element(Xccdf + "result")!.Value)];

    private void Write(IReadOnlyList<ComplianceHost> hosts)
    {
        using var to = new StreamWriter(Arf);
        var collection = new ArfDocument(to, SampleRows.Of(hosts), SampleRows.Catalog);
        collection.Exception(SampleRows.Exception);
        collection.Begin();
        foreach (var host in hosts)
            collection.Asset(host);
        collection.EndAssets();
        foreach (var host in hosts)
            collection.Report(host);
        collection.End();
    }

    private static string Oscap(params string[] arguments)
    {
        if (!Commands.Installed("oscap"))
            Lacking.Skip("oscap is not installed: apt-get install openscap-scanner");
        return Commands.Run("oscap", arguments);
    }
}
