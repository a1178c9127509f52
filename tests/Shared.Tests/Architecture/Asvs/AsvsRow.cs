using System.Text.RegularExpressions;

namespace IwTune.Shared.Tests.Architecture.Asvs;

/// <summary>A row of docs/asvs.md: a requirement, or a range of them with one verdict.</summary>
/// <param name="First">Its id.</param>
/// <param name="Last">The last one of a range; the same for a single requirement.</param>
/// <param name="Levels">As written: <c>1</c>, <c>2</c> or <c>1, 2</c>.</param>
/// <param name="Verdict">As written.</param>
/// <param name="Evidence">What shows it.</param>
internal sealed partial record AsvsRow(string First, string Last, string Levels, string Verdict, string Evidence)
{
    internal static IReadOnlyList<AsvsRow> Of(string page) =>
        [
            .. Row()
                .Matches(page)
                .Select(row => row.Groups)
                .Select(cell => new AsvsRow(
                    cell["first"].Value,
                    cell["last"].Success ? cell["last"].Value : cell["first"].Value,
                    cell["levels"].Value,
                    cell["verdict"].Value,
                    cell["evidence"].Value
                )),
        ];

    [GeneratedRegex(
        @"^\| (?<first>[0-9.]+)(–(?<last>[0-9.]+))? \| (?<levels>[^|]+) \| [^|]+ \| (?<verdict>[^|]+) \| (?<evidence>[^|]+) \|$",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Row();
}
