namespace IwTune.Shared.Compliance.Exports.Formats.Workbook;

/// <summary>The files of a workbook that are not sheets: they name the sheets, and say how cells look.</summary>
internal static class WorkbookFrame
{
    public const string Declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n",
        Main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

    private const string Package = "http://schemas.openxmlformats.org/package/2006",
        Document = "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
        Media = "application/vnd.openxmlformats-officedocument.spreadsheetml";

    // Styles by number: text, head, time; the look of a time is a number format.
    private const string Styles = $"""
        <styleSheet xmlns="{Main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd\ hh:mm:ss"/></numFmts><fonts
         count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills
         count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders
         count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0"
         fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf
         numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0"
         xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>
        """;

    /// <summary>The file of a sheet; the first is 1.</summary>
    public static string Sheet(int number) => $"xl/worksheets/sheet{number}.xml";

    /// <summary>Name and text of each file.</summary>
    /// <param name="tabs">The names of the sheets, in order; none has a character that XML escapes.</param>
    public static IEnumerable<(string Name, string Xml)> Of(IReadOnlyList<string> tabs)
    {
        var styles = tabs.Count + 1;
        yield return ("xl/styles.xml", Declaration + Styles.ReplaceLineEndings("\n"));
        yield return (
            "xl/workbook.xml",
            $"{Declaration}<workbook xmlns=\"{Main}\" xmlns:r=\"{Document}\"><sheets>"
                + string.Concat(tabs.Select((tab, i) => $"<sheet name=\"{tab}\" sheetId=\"{i + 1}\" r:id=\"rId{i + 1}\"/>"))
                + "</sheets></workbook>"
        );
        yield return (
            "xl/_rels/workbook.xml.rels",
            $"{Declaration}<Relationships xmlns=\"{Package}/relationships\">"
                + string.Concat(tabs.Select((_, i) => Relation(i + 1, "worksheet", $"worksheets/sheet{i + 1}.xml")))
                + Relation(styles, "styles", "styles.xml")
                + "</Relationships>"
        );
        yield return (
            "_rels/.rels",
            $"{Declaration}<Relationships xmlns=\"{Package}/relationships\">"
                + Relation(1, "officeDocument", "xl/workbook.xml")
                + "</Relationships>"
        );
        yield return (
            "[Content_Types].xml",
            $"{Declaration}<Types xmlns=\"{Package}/content-types\"><Default Extension=\"rels\" "
                + "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
                + Content("/xl/workbook.xml", "sheet.main")
                + Content("/xl/styles.xml", "styles")
                + string.Concat(tabs.Select((_, i) => Content("/" + Sheet(i + 1), "worksheet")))
                + "</Types>"
        );
    }

    private static string Relation(int id, string type, string target) =>
        $"<Relationship Id=\"rId{id}\" Type=\"{Document}/{type}\" Target=\"{target}\"/>";

    private static string Content(string part, string type) => $"<Override PartName=\"{part}\" ContentType=\"{Media}.{type}+xml\"/>";
}
