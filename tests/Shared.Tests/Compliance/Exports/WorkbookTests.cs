using System.Text;
using System.Xml.Linq;
using IwTune.Shared.Compliance.Exports.Formats;
using IwTune.Shared.Compliance.Exports.Formats.Workbook;

namespace IwTune.Shared.Tests.Compliance.Exports;

/// <summary>Any text goes into a sheet and comes out of it the same, by the rules of ECMA-376.</summary>
public sealed class WorkbookTests
{
    public static TheoryData<string> Hostile =>
        [
            "=cmd|' /C calc'!A0",
            "+1+1",
            "<script>alert(1)</script> & \"quotes\"",
            "\u202eevil\u202c",
            "😀 and \ud800 alone",
            "a\0b\u0001\u001f",
            "two\r\nlines\tand a tab",
            " spaces at both ends ",
            "_x0041_ is no A",
            "_x0000_\0_x",
            "\ufffe\uffff",
            new string('x', 10_000),
        ];

    [Theory]
    [MemberData(nameof(Hostile))]
    public void Hostile_text_is_the_same_text_in_a_cell(string text)
    {
        var sheet = Written(new("Texts", ["host", "id"]), writer => writer.Row([text, "next"]))["xl/worksheets/sheet1.xml"];
        var cells = XDocument.Parse(sheet).Descendants().Where(element => element.Name.LocalName == "c").Skip(2).ToList();
        Assert.Equal([text, "next"], cells.Select(cell => Decoded(cell.Value)));
    }

    [Fact]
    public void Longer_text_than_a_cell_may_have_is_cut_visibly()
    {
        var sheet = Written(new("Texts", ["host"]), writer => writer.Row([new string('y', 40_000)]))["xl/worksheets/sheet1.xml"];
        var cell = XDocument.Parse(sheet).Descendants().Last(element => element.Name.LocalName == "t").Value;
        Assert.Equal((32_767, '…'), (cell.Length, cell[^1]));
    }

    [Fact]
    public void A_table_with_more_rows_than_a_sheet_has_goes_on_in_another()
    {
        var files = Written(
            new("Changes", ["host"]),
            writer =>
            {
                for (var row = 0; row < WorkbookWriter.MostRows + 5; row++)
                    writer.Row(["h"]);
            }
        );
        Assert.Contains("name=\"Changes 2\"", files["xl/workbook.xml"], StringComparison.Ordinal);
        Assert.EndsWith(
            $"<autoFilter ref=\"A1:A{WorkbookWriter.MostRows}\"/></worksheet>",
            files["xl/worksheets/sheet1.xml"],
            StringComparison.Ordinal
        );
        // The head, and the six that had no room.
        Assert.EndsWith("<autoFilter ref=\"A1:A7\"/></worksheet>", files["xl/worksheets/sheet2.xml"], StringComparison.Ordinal);
    }

    [Fact]
    public void Names_of_formats_are_read_in_any_form_and_all_unknown_ones_are_told()
    {
        Assert.Equal(["xlsx", "ocsf"], ExportFormat.Parse(["OCSF, xlsx", null]).Formats.Select(format => format.Name));
        Assert.Equal(ExportFormat.All.Where(format => format.Name != "cklb"), ExportFormat.Parse(["all"]).Formats);
        Assert.Equal(ExportFormat.All, ExportFormat.Parse(["all, cklb"]).Formats);
        Assert.Empty(ExportFormat.Parse([]).Formats);
        Assert.Equal(
            [
                "formats: 'pdg' is unknown; the formats are html, pdf, xlsx, oscal, arf, ocsf, cklb, or all",
                "formats: 'doc' is unknown; the formats are html, pdf, xlsx, oscal, arf, ocsf, cklb, or all",
            ],
            ExportFormat.Parse(["pdg", "doc,xlsx"]).Problems
        );
    }

    private static Dictionary<string, string> Written(WorkbookSheet sheet, Action<WorkbookWriter> rows)
    {
        var files = new Dictionary<string, MemoryStream>(StringComparer.Ordinal);
        var writer = new WorkbookWriter(name => files[name] = new MemoryStream());
        writer.Begin(sheet);
        rows(writer);
        writer.Finish();
        return files.ToDictionary(file => file.Key, file => Encoding.UTF8.GetString(file.Value.ToArray()), StringComparer.Ordinal);
    }

    // As a spreadsheet reads it: ECMA-376 part 1, 22.9.2.19.
    private static string Decoded(string text) =>
        System.Text.RegularExpressions.Regex.Replace(
            text,
            "_x([0-9A-Fa-f]{4})_",
            found => ((char)Convert.ToInt32(found.Groups[1].Value, 16)).ToString()
        );
}
