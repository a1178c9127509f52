using System.Text.Json;
using IwTune.Lab;
using IwTune.Shared.Compliance.Exports.Formats.Oscal;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance.Exports;

/// <summary>The assessment results of an export fit NIST's schemas, and name what they refer to.</summary>
public sealed class OscalTests : IDisposable
{
    // Python's expressions have no classes of Unicode.
    private const string Script = """
        import json, jsonschema, sys
        schema = open(sys.argv[1]).read().replace(r"\\p{L}", r"[^\\W\\d_]").replace(r"\\p{N}", r"\\d")
        check = jsonschema.Draft7Validator(json.loads(schema), format_checker=jsonschema.FormatChecker())
        for fault in check.iter_errors(json.load(open(sys.argv[2], encoding="utf-8"))):
            print(list(fault.absolute_path), fault.message[:200])
        """;

    private readonly string _file = Path.GetTempFileName();

    [Theory]
    [InlineData("1.1.3")]
    [InlineData("1.2.1")]
    public void The_document_fits_the_schema_of_NIST(string version)
    {
        foreach (var hosts in (IReadOnlyList<ComplianceHost>[])[SampleRows.Hosts, []])
        {
            Write(hosts);
            Assert.Equal("", Faults(version));
        }
    }

    [Fact]
    public void The_schema_finds_a_fault()
    {
        Write(SampleRows.Hosts);
        File.WriteAllText(_file, File.ReadAllText(_file).Replace("\"not-satisfied\"", "\"failed\"", StringComparison.Ordinal));
        Assert.Contains("'failed' is not one of", Faults("1.1.3"), StringComparison.Ordinal);
    }

    [Fact]
    public void Every_reference_is_to_something_in_the_document_and_no_identifier_occurs_twice()
    {
        var result = Read(SampleRows.Hosts);
        var hosts = Ids(result.GetProperty("local-definitions").GetProperty("inventory-items"));
        var observations = Ids(result.GetProperty("observations"));
        Assert.Equal(
            hosts,
            result
                .GetProperty("observations")
                .EnumerateArray()
                .Select(one => one.GetProperty("subjects")[0].GetProperty("subject-uuid").GetString())
        );
        Assert.Equal(SampleRows.Hosts.Count, hosts.Distinct().Count());
        Assert.Equal(SampleRows.Hosts.Count, observations.Distinct().Count());
        foreach (var finding in result.GetProperty("findings").EnumerateArray())
            if (finding.TryGetProperty("related-observations", out var related))
                Assert.All(related.EnumerateArray(), one => Assert.Contains(one.GetProperty("observation-uuid").GetString(), observations));
    }

    [Fact]
    public void A_control_that_a_host_fails_is_not_satisfied_and_names_the_hosts()
    {
        var findings = Read(Recorded).GetProperty("findings").EnumerateArray().ToList();
        Assert.Equal(SampleRows.Catalog.Controls.Count, findings.Count);
        Assert.Equal(("not-satisfied", "fail", 7), Of(findings[0]));
        Assert.Equal(("satisfied", "pass", 0), Of(findings[1]));
        Assert.Equal(("not-satisfied", "other", 0), Of(findings[2]));
        // One of the hosts has no result: that the others pass says nothing of it.
        var unknown = Read(SampleRows.Hosts).GetProperty("findings")[1];
        Assert.Equal(("not-satisfied", "other", 0), Of(unknown));
        Assert.Equal("Hosts: 7 pass, 0 fail, 1 without a result, of 8.", unknown.GetProperty("description").GetString());

        static (string?, string?, int) Of(JsonElement finding)
        {
            var status = finding.GetProperty("target").GetProperty("status");
            return (
                status.GetProperty("state").GetString(),
                status.GetProperty("reason").GetString(),
                finding.TryGetProperty("related-observations", out var related) ? related.GetArrayLength() : 0
            );
        }
    }

    [Fact]
    public void Equal_rows_are_equal_bytes_and_names_are_the_same_text_again()
    {
        Write(SampleRows.Hosts);
        var first = File.ReadAllBytes(_file);
        var names = Read(SampleRows.Hosts)
            .GetProperty("local-definitions")
            .GetProperty("inventory-items")
            .EnumerateArray()
            .Select(host => host.GetProperty("description").GetString());
        Assert.Equal(first, File.ReadAllBytes(_file));
        Assert.Equal(SampleRows.Names.Select(name => name.Replace("\ud800d", "\ufffdd", StringComparison.Ordinal)), names);
    }

    public void Dispose() => File.Delete(_file);

    private static IReadOnlyList<ComplianceHost> Recorded => [.. SampleRows.Hosts.Where(host => host.Controls is not null)];

    private JsonElement Read(IReadOnlyList<ComplianceHost> hosts)
    {
        Write(hosts);
        using var document = JsonDocument.Parse(File.ReadAllBytes(_file));
        return document.RootElement.GetProperty("assessment-results").GetProperty("results")[0].Clone();
    }

    private static List<string?> Ids(JsonElement list) => [.. list.EnumerateArray().Select(one => one.GetProperty("uuid").GetString())];

    private string Faults(string version) =>
        Commands.Run(
            "python3",
            "-c",
            Script,
            Path.Combine(AppContext.BaseDirectory, "Features/Compliance/Exports/Schemas", $"oscal-assessment-results-{version}.json"),
            _file
        );

    private void Write(IReadOnlyList<ComplianceHost> hosts)
    {
        using var to = File.Create(_file);
        using var document = new OscalDocument(to, SampleRows.Of(hosts), SampleRows.Catalog);
        document.Begin();
        foreach (var host in hosts)
            document.Inventory(host);
        document.EndInventory();
        foreach (var host in hosts)
            document.Observation(host);
        document.End();
    }
}
