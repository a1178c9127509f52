using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using System.Text.Json;
using System.Xml.Linq;
using AngleSharp.Html.Dom;
using AngleSharp.Html.Parser;
using DocumentFormat.OpenXml.Packaging;
using DocumentFormat.OpenXml.Validation;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Compliance.Exports.Formats;
using IwTune.Shared.Compliance.Exports.Formats.Report;
using IwTune.Shared.Fleet.Compliance;
using Book = IwTune.Shared.Compliance.Exports.Formats.Workbook.WorkbookPart;

namespace IwTune.Server.Tests.Features.Compliance.Exports;

/// <summary>The files for other programs have the same rows as the export, read by a program that is not ours.</summary>
public sealed class FormatsTests(ExportedFleet fleet) : IClassFixture<ExportedFleet>
{
    private static readonly XNamespace Main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

    private TakenApart Apart => TakenApart.Of(fleet.Zip);

    private IReadOnlyList<ComplianceHost> Hosts =>
        [
            .. Apart
                .Text(ExportNames.HostsJsonLines)
                .Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Select(line => JsonSerializer.Deserialize(line, ExportJson.Default.ComplianceHost)!),
        ];

    [Fact]
    public void The_workbook_has_five_sheets_with_frozen_heads_and_filters()
    {
        var book = TakenApart.Of(Apart.Bytes(Book.Part.Name));
        var sheets = XDocument
            .Parse(book.Text("xl/workbook.xml"))
            .Descendants(Main + "sheet")
            .Select(sheet => sheet.Attribute("name")!.Value);
        Assert.Equal(["Summary", "Controls", "Hosts", "Exceptions", "Changes"], sheets);
        for (var number = 1; number <= 5; number++)
        {
            var sheet = XDocument.Parse(book.Text($"xl/worksheets/sheet{number}.xml"));
            Assert.Equal("frozen", Assert.Single(sheet.Descendants(Main + "pane")).Attribute("state")!.Value);
            Assert.Matches("^A1:[A-Z]{1,2}[0-9]+$", Assert.Single(sheet.Descendants(Main + "autoFilter")).Attribute("ref")!.Value);
        }
    }

    [Fact]
    public void The_workbook_is_valid_by_the_schemas_of_Office()
    {
        using var book = SpreadsheetDocument.Open(new MemoryStream(Apart.Bytes(Book.Part.Name)), isEditable: false);
        Assert.Empty(new OpenXmlValidator().Validate(book).Select(fault => $"{fault.Part?.Uri} {fault.Path?.XPath}: {fault.Description}"));
    }

    [Fact]
    public void The_workbook_has_every_host_as_text_without_formulas_and_its_times_as_dates()
    {
        var sheet = XDocument.Parse(TakenApart.Of(Apart.Bytes(Book.Part.Name)).Text("xl/worksheets/sheet3.xml"));
        Assert.Empty(sheet.Descendants(Main + "f"));
        var rows = sheet.Descendants(Main + "row").Skip(1).ToList();
        Assert.Equal(Hosts.Count, rows.Count);
        foreach (var (host, row) in Hosts.Zip(rows))
        {
            var cells = row.Elements(Main + "c").ToDictionary(cell => cell.Attribute("r")!.Value.TrimEnd([.. "0123456789"]), cell => cell);
            Assert.Equal((host.Name, host.Id, host.Verdict.ToString()), (cells["A"].Value, cells["B"].Value, cells["C"].Value));
            Assert.Equal("inlineStr", cells["A"].Attribute("t")!.Value);
            Assert.Equal("2", cells["E"].Attribute("s")!.Value);
            var since = DateTime.FromOADate(double.Parse(cells["E"].Value, CultureInfo.InvariantCulture));
            Assert.Equal(host.Since.UtcDateTime, since, TimeSpan.FromMilliseconds(2));
        }
    }

    [Fact]
    public void Python_reads_the_names_of_all_hosts_from_the_workbook_and_the_findings()
    {
        var folder = Directory.CreateTempSubdirectory("iwtune-formats-");
        var (book, findings) = (Path.Combine(folder.FullName, "a.xlsx"), Path.Combine(folder.FullName, "a.jsonl"));
        File.WriteAllBytes(book, Apart.Bytes(Book.Part.Name));
        File.WriteAllBytes(findings, Apart.Bytes(OcsfPart.Part.Name));
        var script = """
            import json, sys, zipfile
            import xml.etree.ElementTree as xml
            m = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
            sheet = xml.fromstring(zipfile.ZipFile(sys.argv[1]).read("xl/worksheets/sheet3.xml"))
            print(json.dumps(["".join(row[0].itertext()) for row in sheet.iter(m + "row")][1:]))
            findings = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
            print(json.dumps([finding["resources"][0]["name"] for finding in findings]))
            """;
        using var python = Process.Start(
            new ProcessStartInfo("python3", ["-c", script, book, findings]) { RedirectStandardOutput = true }
        )!;
        var read = python.StandardOutput.ReadToEnd().Split('\n');
        python.WaitForExit();
        Assert.Equal(0, python.ExitCode);
        folder.Delete(recursive: true);
        var names = Hosts.Select(host => host.Name);
        Assert.Equal(names, JsonSerializer.Deserialize<string[]>(read[0]));
        Assert.Equal(names, JsonSerializer.Deserialize<string[]>(read[1]));
    }

    [Fact]
    public void A_host_of_which_nothing_is_required_is_no_pass()
    {
        var host = SampleRows.Hosts[0] with
        {
            Verdict = IwTune.Shared.Compliance.Verdict.Compliant,
            Reason = IwTune.Shared.Compliance.ComplianceEvaluator.NoPolicy,
        };
        var finding = JsonDocument.Parse(OcsfFinding.Line(host, SampleRows.AsOf, SampleRows.Catalog)).RootElement;
        var compliance = finding.GetProperty("compliance");
        Assert.Equal(99, compliance.GetProperty("status_id").GetInt32());
        Assert.Equal("NoPolicy", compliance.GetProperty("status").GetString());
    }

    [Fact]
    public void Each_finding_has_the_attributes_that_OCSF_requires_and_its_hosts_result()
    {
        var lines = Apart.Text(OcsfPart.Part.Name).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        foreach (var (host, line) in Hosts.Zip(lines))
        {
            var finding = JsonDocument.Parse(line).RootElement;
            Assert.Equal((2003, 2, 200301, 1), (Number("class_uid"), Number("category_uid"), Number("type_uid"), Number("activity_id")));
            Assert.Equal(fleet.AsOf.ToUnixTimeMilliseconds(), finding.GetProperty("time").GetInt64());
            Assert.Equal(OcsfFinding.Schema, finding.GetProperty("metadata").GetProperty("version").GetString());
            Assert.Equal("IwTune", finding.GetProperty("metadata").GetProperty("product").GetProperty("vendor_name").GetString());
            Assert.StartsWith(host.Id, finding.GetProperty("finding_info").GetProperty("uid").GetString(), StringComparison.Ordinal);
            Assert.Equal(
                host.Verdict == IwTune.Shared.Compliance.Verdict.Compliant ? "Pass" : "Warning",
                finding.GetProperty("compliance").GetProperty("status").GetString()
            );
            Assert.Equal(host.Name, finding.GetProperty("resources")[0].GetProperty("name").GetString());
            Assert.InRange(Number("severity_id"), 1, 2);

            int Number(string name) => finding.GetProperty(name).GetInt32();
        }
        Assert.Equal(Hosts.Count, lines.Length);
    }

    [Theory]
    [InlineData("xl/worksheets/sheet1.xml", "site:fra", "site:ams")]
    [InlineData("xl/worksheets/sheet2.xml", "A.8.9", "A.8.8")]
    [InlineData("xl/worksheets/sheet3.xml", "NeverSeen", "Compliant")]
    [InlineData("xl/worksheets/sheet5.xml", "edge", "edga")]
    [InlineData("xl/workbook.xml", "Hosts", "Hosta")]
    public void A_workbook_that_was_signed_with_other_content_is_found(string file, string old, string now) =>
        Forged(book => book.With(file, text => text.Replace(old, now, StringComparison.Ordinal)), $"'{file}' differs at byte ");

    [Fact]
    public void A_workbook_with_a_file_more_or_less_is_found()
    {
        Forged(book => book.Added("xl/vbaProject.bin", "macro"), "'xl/vbaProject.bin' does not belong in it");
        Forged(book => book.Without("xl/styles.xml"), "'xl/styles.xml' is missing in it");
        Forged(book => book.With("xl/styles.xml", text => text + " "), "'xl/styles.xml' differs at byte ");
    }

    [Fact]
    public void A_finding_that_was_signed_with_another_result_is_found()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var forged = Apart.With(OcsfPart.Part.Name, text => text.Replace("Warning", "Pass", StringComparison.Ordinal)).Signed(key).Zip();
        Assert.Contains(
            TakenApart.Check(forged).Problems,
            problem => problem.StartsWith($"{OcsfPart.Part.Name} line 1 is not the finding of host ", StringComparison.Ordinal)
        );
    }

    [Fact]
    public void The_report_says_the_result_in_its_figures_and_lists_every_host_once()
    {
        var report = new HtmlParser().ParseDocument(Apart.Text(ReportPart.Part.Name));
        Assert.Empty(report.QuerySelectorAll("script, link, img, iframe"));
        Assert.Equal("Compliance of initial TCP windows", Assert.Single(report.QuerySelectorAll("h1")).TextContent);
        Assert.Contains("1 of 7 hosts were compliant.", report.QuerySelectorAll("p").Select(text => text.TextContent));
        Assert.Equal(["6", "1"], Rows("result").Where(row => row[1] != "0").Select(row => row[1]));
        Assert.Equal(
            [
                ["edge", "1", "policies/edge/r1.yaml"],
            ],
            Rows("policies").Select(row => row[..3])
        );
        var silent = Hosts.Where(host => host.Verdict == IwTune.Shared.Compliance.Verdict.NeverSeen);
        Assert.Equal(silent.Select(host => (host.Name, host.Reason)), Rows("attention").Select(row => (row[0], row[4])));
        Assert.Equal(Hosts.Select(host => host.Name), Rows("hosts").Select(row => row[0]));

        IEnumerable<string[]> Rows(string section) =>
            report
                .QuerySelectorAll($"#{section} ~ .table-wrap")[0]
                .QuerySelectorAll("tbody tr")
                .Select(row => row.Children.Select(cell => cell.TextContent).ToArray());
    }

    [Theory]
    [InlineData("=cmd|' /C calc'!A0", "=cmd|' /C calc'!A0")]
    [InlineData("<script>alert(1)</script> &amp; \"q\"", "<script>alert(1)</script> &amp; \"q\"")]
    [InlineData("\u202eevil\u202c 😀", "\u202eevil\u202c 😀")]
    [InlineData("a\0b\u001b", "a\u2400b\u241b")]
    public void Hostile_text_is_text_in_the_report(string name, string read)
    {
        var report = Report(Apart.Manifest, document => document.Host(Hosts[0] with { Name = name, Kernel = name }));
        Assert.Empty(report.QuerySelectorAll("script"));
        var row = report.QuerySelectorAll("tbody tr")[^1];
        Assert.Equal((read, read), (row.Children[0].TextContent, row.Children[5].TextContent));
    }

    [Fact]
    public void A_report_about_no_host_does_not_say_that_all_are_compliant()
    {
        var none = Apart.Manifest.Counts.States.Keys.ToDictionary(verdict => verdict, _ => 0);
        var report = Report(Apart.Manifest with { Counts = new(0, 0, 0, none) }, _ => { });
        Assert.Contains("There is no host in this export.", report.Body!.TextContent, StringComparison.Ordinal);
        Assert.DoesNotContain("All hosts are compliant", report.Body.TextContent, StringComparison.Ordinal);
    }

    private static IHtmlDocument Report(ExportManifest manifest, Action<ReportDocument> hosts)
    {
        using var to = new StringWriter();
        var document = new ReportDocument(to, manifest, ControlCatalog.Of(StandardMapping.BuiltIn));
        document.Begin();
        document.EndAttention();
        document.EndExceptions();
        hosts(document);
        document.End();
        return new HtmlParser().ParseDocument(to.ToString());
    }

    [Fact]
    public void A_report_that_was_signed_with_another_figure_is_found()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var forged = Apart.With(ReportPart.Part.Name, text => text.Replace("1 of 7", "7 of 7", StringComparison.Ordinal)).Signed(key).Zip();
        Assert.StartsWith("report.html: differs at byte ", Assert.Single(TakenApart.Check(forged).Problems), StringComparison.Ordinal);
    }

    private void Forged(Func<TakenApart, TakenApart> change, string said)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var book = change(TakenApart.Of(Apart.Bytes(Book.Part.Name))).Zip();
        var check = TakenApart.Check(Apart.With(Book.Part.Name, book).Signed(key).Zip());
        Assert.StartsWith($"{Book.Part.Name}: {said}", Assert.Single(check.Problems), StringComparison.Ordinal);
    }
}
