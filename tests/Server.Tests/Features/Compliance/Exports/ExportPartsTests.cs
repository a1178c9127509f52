using System.Security.Cryptography;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Compliance.Exports.Parts;

namespace IwTune.Server.Tests.Features.Compliance.Exports;

/// <summary>The list of parts is what is written, described, given a schema and checked.</summary>
public sealed class ExportPartsTests(ExportedFleet fleet) : IClassFixture<ExportedFleet>
{
    public static TheoryData<string> Names => [.. ExportParts.All.Select(part => part.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void Every_part_is_in_the_export_its_readme_and_its_manifest(string name)
    {
        var (part, apart) = (ExportParts.All.Single(one => one.Name == name), TakenApart.Of(fleet.Zip));

        Assert.Contains(name, apart.Files.Select(file => file.Name));
        Assert.Contains(part.About, apart.Text(ExportNames.Readme), StringComparison.Ordinal);
        Assert.Single(apart.Manifest.Files, file => file.Name == name);
        Assert.Equal(part.Optional, !TakenApart.Of(fleet.Part).Files.Exists(file => file.Name == name));
        if (part.Optional)
            return;
        Assert.NotNull(apart.Manifest.Files.Single(file => file.Name == name).Rows);
        Assert.True(part.Line is null != part.Columns is null, "a part has lines of JSON or columns");
        if (part.Line is not null)
            Assert.Contains(ExportNames.Schema(part.SchemaName), apart.Files.Select(file => file.Name));
        else
            Assert.StartsWith(string.Join(',', part.Columns!) + "\r\n", apart.Text(name), StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void A_row_that_is_none_is_found_in_every_part_though_it_was_signed(string name)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var end = name.EndsWith(".csv", StringComparison.Ordinal) ? "\r\n" : "\n";

        var check = TakenApart.Check(TakenApart.Of(fleet.Zip).With(name, text => $"{text}none{end}").Signed(key).Zip());

        Assert.Contains(
            check.Problems,
            problem =>
                problem.StartsWith($"{name} line ", StringComparison.Ordinal) || problem.StartsWith($"{name}: ", StringComparison.Ordinal)
        );
    }
}
