using System.Globalization;
using System.Text;

namespace IwTune.Shared.Compliance.Exports.Formats.Workbook;

/// <summary>A cell as its sheet's XML has it. Text is never a formula, whatever it begins with.</summary>
/// <param name="Xml">The value in XML; <see langword="null"/> for an empty cell.</param>
/// <param name="Kind">What it is.</param>
internal readonly record struct WorkbookCell(string? Xml, WorkbookCellKind Kind)
{
    // ECMA-376 part 1, 18.3.1.4 and Excel's limit of a cell.
    private const int MostText = 32_767;
    private static readonly DateTime Epoch = new(1899, 12, 30);

    public static WorkbookCell Of(string text) => new(Escaped(text), WorkbookCellKind.Text);

    public static WorkbookCell Number(long number) => Number(number.ToString(CultureInfo.InvariantCulture));

    public static WorkbookCell Number(string digits) =>
        long.TryParse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out _)
            ? new(digits, WorkbookCellKind.Number)
            : Of(digits);

    /// <summary>Days since Excel's epoch, in UTC.</summary>
    public static WorkbookCell Instant(DateTimeOffset at) =>
        new(
            decimal.Round((decimal)(at.UtcDateTime - Epoch).Ticks / TimeSpan.TicksPerDay, 9)
                .ToString("0.#########", CultureInfo.InvariantCulture),
            WorkbookCellKind.Instant
        );

    /// <summary>A text of <see cref="UtcInstantConverter"/>; any other stays text.</summary>
    public static WorkbookCell Instant(string text) => UtcInstantConverter.Parse(text) is { } at ? Instant(at) : Of(text);

    /// <summary>
    /// Characters that XML cannot have are written as <c>_xHHHH_</c>, and a text that looks like one of these is escaped itself (ECMA-376
    /// part 1, 22.9.2.19).
    /// </summary>
    private static string Escaped(string text)
    {
        var cut = text.Length <= MostText ? text : string.Concat(text.AsSpan(0, MostText - 1), "…");
        var xml = new StringBuilder(cut.Length + 16);
        for (var i = 0; i < cut.Length; i++)
        {
            var c = cut[i];
            if (char.IsHighSurrogate(c) && i + 1 < cut.Length && char.IsLowSurrogate(cut[i + 1]))
                xml.Append(c).Append(cut[++i]);
            else if (c is '&')
                xml.Append("&amp;");
            else if (c is '<')
                xml.Append("&lt;");
            else if (c is '>')
                xml.Append("&gt;");
            else if (c is (< ' ' and not '\t' and not '\n') or '\ufffe' or '\uffff' || char.IsSurrogate(c) || Looks(cut, i))
                xml.Append(CultureInfo.InvariantCulture, $"_x{(int)c:X4}_");
            else
                xml.Append(c);
        }
        return xml.ToString();
    }

    private static bool Looks(string text, int at) =>
        text[at] == '_'
        && text.Length - at >= 7
        && text[at + 1] == 'x'
        && text[at + 6] == '_'
        && ushort.TryParse(text.AsSpan(at + 2, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out _);
}

/// <summary>What a cell of a workbook holds; the number is its style.</summary>
internal enum WorkbookCellKind
{
    Text = 0,
    Head = 1,
    Instant = 2,
    Number = 3,
}
