using System.Security.Cryptography;
using IwTune.Lab;
using IwTune.Shared.Compliance.Exports;

namespace IwTune.Server.Tests.Features.Compliance.Exports;

/// <summary>Exports that an auditor has kept are verified by the rules of the format that they were made in.</summary>
public sealed class FormerFormatTests(ExportedFleet fleet) : IClassFixture<ExportedFleet>
{
    private static readonly byte[] Kept = File.ReadAllBytes(Path.Combine(Recorded.Root(), "tests/fixtures/exports/format-1.zip"));

    [Fact]
    public void An_export_of_the_first_format_is_whole_with_its_report_and_its_workbook()
    {
        var check = TakenApart.Check(Kept);
        Assert.True(check.Intact, string.Join('\n', check.Problems));
        Assert.Equal(ExportManifest.Version1, check.Manifest!.Format);
        Assert.StartsWith("host,id,state,", TakenApart.Of(Kept).Text(ExportNames.HostsCsv), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("report.html", "token:admin", "token admin")]
    [InlineData("exceptions.csv", ",approved_utc", ",approved_utc,hosts")]
    [InlineData("hosts.csv", "host,id,state", "host,id,verdict")]
    public void The_first_format_with_a_part_of_the_second_is_found(string name, string old, string now) => Found(Kept, name, old, now);

    [Theory]
    [InlineData("exceptions.csv", ",approved_utc,hosts", ",approved_utc")]
    [InlineData("hosts.csv", "host,id,verdict", "host,id,state")]
    public void The_second_format_with_a_part_of_the_first_is_found(string name, string old, string now) =>
        Found(fleet.Zip, name, old, now);

    private static void Found(byte[] zip, string name, string old, string now)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var forged = TakenApart.Of(zip).With(name, text => text.Replace(old, now, StringComparison.Ordinal)).Signed(key).Zip();
        Assert.Contains(TakenApart.Check(forged).Problems, problem => problem.StartsWith(name, StringComparison.Ordinal));
    }
}
