using System.Globalization;
using System.Text;

namespace IwTune.WindowsDouble.Captures;

/// <summary>Makes captures of a file of <c>iwtune windows-check</c>: a file per call that printed text.</summary>
public static class CheckMerge
{
    private const string Reference = "## For reference only";

    // The language ids of the captures' names (MS-LCID).
    private static readonly Dictionary<string, string> Languages = new(StringComparer.OrdinalIgnoreCase)
    {
        ["0409"] = "en-US",
        ["0407"] = "de-DE",
        ["0411"] = "ja-JP",
        ["0804"] = "zh-CN",
    };

    /// <summary>
    /// Writes them and lists them as reference; a test that reads one takes its row away again. A capture that exists is kept.
    /// </summary>
    /// <param name="report">The file.</param>
    /// <param name="folder">The captures, with their README.md.</param>
    /// <returns>The names of the new captures.</returns>
    public static IReadOnlyList<string> Into(CheckReport report, string folder)
    {
        var encoding = EncodingOf(report);
        var language =
            report.Head.GetValueOrDefault("defaultLanguage", "") is var id && Languages.TryGetValue(id, out var known)
                ? known
                : $"lcid{id}";
        var names = new List<string>();
        foreach (var call in report.Calls)
        {
            var name = $"{call.Name}-{Row(report)}-{language}";
            var file = Path.Combine(folder, name + ".txt");
            var text = encoding.GetString(call.Output.Length > 0 ? call.Output : call.Errors);
            if (call.ExitCode is null || !IsCapture(text) || File.Exists(file))
                continue;
            File.WriteAllText(file, Notes(report, call, language, encoding) + text, new UTF8Encoding(false));
            names.Add(name);
        }
        List(Path.Combine(folder, "README.md"), names);
        return names;
    }

    private static string Notes(CheckReport report, CheckedCall call, string language, Encoding encoding) =>
        string.Create(
                CultureInfo.InvariantCulture,
                $"""
            # source: iwtune windows-check, {report.Head["name"]} ({report.Head["version"]}), {language}, elevated {report.Head["elevated"]}
            # note: {Path.GetFileName(call.Program.Replace('\\', '/'))} {string.Join(' ', call.Arguments)}
            # note: exit code {call.ExitCode}, code page {encoding.CodePage}{(
                call.Output.Length > 0 ? "" : "; from the error output"
            )}
            # note: body is exact: taken from the pipe, here as UTF-8

            """
            )
            .ReplaceLineEndings("\n");

    /// <summary>
    /// A capture's own header lines begin with #. Output that begins with # would be read as one of them, so it becomes no capture.
    /// </summary>
    private static bool IsCapture(string text) =>
        text.Any(character => !char.IsWhiteSpace(character))
        && !text.StartsWith('#')
        && text.All(character => character is '\r' or '\n' or '\t' || !char.IsControl(character) && character != '\uFFFD');

    /// <summary>As the names of captures have it: <c>server2012r2</c>, <c>client22631</c>.</summary>
    private static string Row(CheckReport report)
    {
        var row = report
            .Head["row"]
            .Replace(" SP1 with KB", "-kb", StringComparison.Ordinal)
            .Replace(" without KB2472264", "-no-hotfix", StringComparison.Ordinal)
            .Replace(" ", "", StringComparison.Ordinal)
            .Replace("R2", "r2", StringComparison.Ordinal);
        return row.StartsWith("client", StringComparison.Ordinal) ? row : $"server{row}";
    }

    private static Encoding EncodingOf(CheckReport report) =>
        int.TryParse(report.Head.GetValueOrDefault("oemCodePage"), NumberStyles.None, CultureInfo.InvariantCulture, out var page)
            ? CodePagesEncodingProvider.Instance.GetEncoding(page) ?? Encoding.GetEncoding(page)
            : Encoding.UTF8;

    private static void List(string readme, List<string> names)
    {
        var lines = File.ReadAllLines(readme).ToList();
        var last = lines.FindLastIndex(line => line.StartsWith("| ", StringComparison.Ordinal));
        if (last < lines.IndexOf(Reference))
            throw new FormatException($"{readme} has no table of captures for reference");
        lines.InsertRange(last + 1, names.Select(name => $"| {name} | from a check of a real host; no test reads it yet |"));
        File.WriteAllText(readme, string.Join('\n', lines) + "\n");
    }
}
