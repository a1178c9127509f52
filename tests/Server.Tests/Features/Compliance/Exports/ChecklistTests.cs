using System.Text.Json;
using IwTune.Lab;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Compliance.Exports.Formats;
using IwTune.Shared.Compliance.Exports.Formats.Checklists;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance.Exports;

/// <summary>STIG Manager's own reader takes the checklists of an export.</summary>
public sealed class ChecklistTests(ExportedFleet fleet) : IClassFixture<ExportedFleet>, IDisposable
{
    private readonly string _files = Directory.CreateTempSubdirectory("iwtune-checklists-").FullName;

    [Fact]
    public void Every_host_has_a_checklist_with_the_result_of_each_control()
    {
        Write(SampleRows.Hosts.Take(3));
        var read = Read();
        Assert.Equal(3, read.Count);
        Assert.All(read, one => Assert.Equal(("IwTune_controls", "V1R1"), (one.Checklist.Benchmark, one.Checklist.Revision)));
        Assert.Equal(
            [
                "IWT-1 fail",
                "IWT-2 pass",
                "IWT-3 notapplicable",
                "IWT-4 notchecked",
                "IWT-5 notchecked",
                .. Passed(6, SampleRows.Catalog.Controls.Count),
            ],
            read[0].Checklist.Results
        );
        // Without any result of its controls.
        Assert.All(read[2].Checklist.Results, result => Assert.EndsWith(" notchecked", result, StringComparison.Ordinal));
        Assert.Equal("Exception: old <NIC> (T-1)", read[1].Checklist.Comments[0]);
        Assert.Equal("", read[0].Checklist.Comments[0]);
        Assert.Equal("Fail. Drifted: 1 of 1 targets differ on web-1.example.net", read[0].Checklist.Details[0]);
    }

    [Fact]
    public void A_hostile_name_is_the_same_text_again_and_leads_nowhere()
    {
        // STIG Manager takes names of up to 255 characters.
        var hosts = SampleRows.Hosts.Where(host => host.Name.Length <= 255).ToList();
        Write(hosts);
        Assert.Equal(hosts.Select(host => host.Name.Replace('\ud800', '\ufffd')), Read().Select(one => one.Name));
        Assert.All(Files(), file => Assert.Matches("^[0-9]{5}-[A-Za-z0-9._-]+[.]cklb$", Path.GetFileName(file)));
    }

    [Fact]
    public void The_export_of_a_server_has_one_for_each_of_its_hosts()
    {
        var apart = TakenApart.Of(fleet.Zip);
        var archive = TakenApart.Of(apart.Bytes(ChecklistsPart.Part.Name));
        foreach (var file in archive.Files.Where(file => file.Name.EndsWith(".cklb", StringComparison.Ordinal)))
            File.WriteAllBytes(Path.Combine(_files, file.Name), archive.Bytes(file.Name));
        Assert.Contains("README.txt", archive.Files.Select(file => file.Name));
        Assert.Equal(
            apart
                .Text(ExportNames.HostsJsonLines)
                .Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Select(line => JsonSerializer.Deserialize(line, ExportJson.Default.ComplianceHost)!.Name),
            Read().Select(one => one.Name)
        );
    }

    [Fact]
    public void More_than_5000_hosts_are_refused()
    {
        var (formats, _) = ExportFormat.Parse(["all", "cklb"]);
        TooManyHostsException.ThrowIfOf(formats, 5_000);
        Assert.Equal(
            "The format cklb is for at most 5,000 hosts, and this export has 5,001. Export fewer hosts with a query, or leave out cklb.",
            Assert.Throws<TooManyHostsException>(() => TooManyHostsException.ThrowIfOf(formats, 5_001)).Message
        );
        TooManyHostsException.ThrowIfOf(ExportFormat.Parse(["all"]).Formats, 100_000);
    }

    public void Dispose() => Directory.Delete(_files, recursive: true);

    private static IEnumerable<string> Passed(int from, int to) => Enumerable.Range(from, to - from + 1).Select(n => $"IWT-{n} pass");

    private string[] Files() => [.. Directory.EnumerateFiles(_files, "*.cklb").Order(StringComparer.Ordinal)];

    private void Write(IEnumerable<ComplianceHost> hosts)
    {
        var archive = new ChecklistArchive(name => File.Create(Path.Combine(_files, name)), SampleRows.AsOf, SampleRows.Catalog);
        archive.Begin();
        foreach (var host in hosts)
            archive.Host(host);
    }

    private List<(string Name, Seen Checklist)> Read()
    {
        var folder = Path.Combine(Recorded.Root(), "tests/Server.Tests/Features/Compliance/Exports/Checklists");
        if (!Commands.Installed("npm"))
            Lacking.Skip("npm is missing, so STIG Manager's reader cannot be restored: apt-get install npm");
        if (!Directory.Exists(Path.Combine(folder, "node_modules/@nuwcdivnpt")))
            Commands.Run("npm", "ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund");
        var lines = Commands.Run("node", [Path.Combine(folder, "read.js"), .. Files()]);
        return
        [
            .. lines
                .Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Select(line =>
                {
                    var one = JsonDocument.Parse(line).RootElement;
                    var list = one.GetProperty("checklists").EnumerateArray().Single();
                    var reviews = list.GetProperty("reviews").EnumerateArray().ToList();
                    return (
                        one.GetProperty("target").GetProperty("name").GetString()!,
                        new Seen(
                            list.GetProperty("benchmarkId").GetString()!,
                            list.GetProperty("revisionStr").GetString()!,
                            [.. reviews.Select(review => $"{review.GetProperty("ruleId")} {review.GetProperty("result")}")],
                            [.. reviews.Select(review => review.GetProperty("comment").GetString()!)],
                            [.. reviews.Select(review => review.GetProperty("detail").GetString()!)]
                        )
                    );
                }),
        ];
    }

    private sealed record Seen(
        string Benchmark,
        string Revision,
        IReadOnlyList<string> Results,
        IReadOnlyList<string> Comments,
        IReadOnlyList<string> Details
    );
}
