using System.Text.RegularExpressions;

namespace IwTune.Shared.Tests.Architecture;

/// <summary>Names that a reader copies from a page, such as a metric or a setting, are those of the code, and none is missing.</summary>
public sealed partial class DocsNamesTests
{
    [Fact]
    public void Every_metric_has_a_row_and_every_row_is_a_metric() =>
        Assert.Equal(
            Names(
                SourceFile.Product.Where(file => file.IsUnder("Server/Hosting/Telemetry", "Agent/Cli/Metrics")).Select(file => file.Text),
                MetricInCode()
            ),
            Names(File.ReadLines(Page("docs/monitoring.md")).Where(line => line.StartsWith("| `", StringComparison.Ordinal)), MetricInRow())
        );

    [Fact]
    public void Every_setting_of_agent_yaml_has_a_row_and_every_row_is_a_setting()
    {
        var code = Code("Agent/Engine/Settings/HostSettingsReader.cs");
        var sections = Section().Matches(code).ToDictionary(one => one.Groups[1].Value, one => Word().Matches(one.Groups[2].Value));
        var known = Word().Matches(Known().Match(code).Groups[1].Value).Select(word => word.Groups[1].Value).ToList();
        Assert.InRange(known.Count, 5, 50);
        Assert.Equal(
            known
                .SelectMany(key => sections.TryGetValue(key, out var inner) ? inner.Select(word => $"{key}.{word.Groups[1].Value}") : [key])
                .Order(StringComparer.Ordinal),
            SettingRow()
                .Matches(File.ReadAllText(Page("docs/agent-settings.md")))
                .Select(row => row.Groups[1].Value)
                .Order(StringComparer.Ordinal)
        );
    }

    [Fact]
    public void Every_type_of_a_refusal_has_a_row() =>
        Assert.Equal(
            Refusal().Matches(Code("Server/Hosting/Refusals/ProblemKinds.cs")).Select(kind => (kind.Groups[1].Value, kind.Groups[2].Value)),
            RefusalRow().Matches(File.ReadAllText(Page("docs/api.md"))).Select(row => (row.Groups[1].Value, row.Groups[2].Value))
        );

    [Fact]
    public void Every_option_of_a_running_server_is_on_a_page()
    {
        var pages = string.Concat(DocsTests.Pages.Where(page => !DocsTests.IsArchived(page)).Select(File.ReadAllText));
        var options = SourceFile
            .Product.Where(file => file.IsUnder("Server/Cli/Running"))
            .SelectMany(file => OptionInCode().Matches(file.Text))
            .Select(option => option.Groups[1].Value)
            .Distinct(StringComparer.Ordinal)
            .ToList();
        Assert.InRange(options.Count, 40, 200);
        Assert.DoesNotContain(options, option => !Regex.IsMatch(pages, $"{option}(?![a-z-])"));
    }

    [Fact]
    public void Every_variable_of_the_environment_is_read_somewhere()
    {
        var code = string.Concat(
            SourceFile
                .All(".cs", ".sh", ".props", ".targets", ".csproj", ".yaml", ".service", "")
                .Where(file => !file.IsUnder("docs"))
                .Select(file => file.Text)
        );
        var named = (
            from page in DocsTests.Pages
            where !DocsTests.IsArchived(page)
            from Match variable in Variable().Matches(File.ReadAllText(page))
            select variable.Value
        )
            .Distinct(StringComparer.Ordinal)
            .ToList();
        Assert.InRange(named.Count, 5, 100);
        Assert.DoesNotContain(named, variable => !Regex.IsMatch(code, $@"\b{variable}\b"));
    }

    /// <summary>A caller of the API has the server, and not the repository.</summary>
    [Fact]
    public void A_message_names_the_description_of_the_API_where_the_server_has_it() =>
        Assert.Empty(
            from file in SourceFile.Product
            from text in file.Strings
            where text.Contains("docs/openapi.json", StringComparison.Ordinal)
            select $"{file.Path}: {text}"
        );

    [Fact]
    public void Every_page_that_a_message_names_exists() =>
        Assert.Empty(
            from file in SourceFile.Product
            from text in file.Strings
            from Match page in NamedPage().Matches(text)
            where !File.Exists(Page(page.Value))
            select $"{file.Path}: {page.Value}"
        );

    private static string Page(string path) => Path.Combine(SourceFile.Root, path);

    private static string Code(string path) => File.ReadAllText(Page(path));

    /// <summary>Without the unit and the <c>_total</c> that the exporter appends.</summary>
    private static List<string> Names(IEnumerable<string> texts, Regex name) =>
        [
            .. texts
                .SelectMany(text => name.Matches(text))
                .Select(match => Appended().Replace(match.Groups[1].Value, ""))
                .Distinct(StringComparer.Ordinal)
                .Order(StringComparer.Ordinal),
        ];

    [GeneratedRegex(@"docs/[a-z-]+\.(md|json)")]
    private static partial Regex NamedPage();

    [GeneratedRegex("\"(iwtune_[a-z_]*[a-z])\"")]
    private static partial Regex MetricInCode();

    [GeneratedRegex("(?<=^[|][^|]*)`(iwtune_[a-z_]*[a-z])`")]
    private static partial Regex MetricInRow();

    [GeneratedRegex("(_seconds|_bytes)?(_total)?$")]
    private static partial Regex Appended();

    [GeneratedRegex("Section\\(keys, \"([a-z-]+)\", \\[([^\\]]*)\\]")]
    private static partial Regex Section();

    [GeneratedRegex(@"Known = \[([^\]]*)\]")]
    private static partial Regex Known();

    [GeneratedRegex("\"([a-z-]+)\"")]
    private static partial Regex Word();

    [GeneratedRegex("^[|] `([a-z.-]+)` [|]", RegexOptions.Multiline)]
    private static partial Regex SettingRow();

    [GeneratedRegex("Status([0-9]{3})[A-Za-z]+\\] = \"([a-z-]+)\"")]
    private static partial Regex Refusal();

    [GeneratedRegex("^[|] ([0-9]{3}) [|] `urn:iwtune:problem:([a-z-]+)` [|]", RegexOptions.Multiline)]
    private static partial Regex RefusalRow();

    [GeneratedRegex("\"(--[a-z][a-z-]*)\"")]
    private static partial Regex OptionInCode();

    [GeneratedRegex(@"\bIWTUNE_[A-Z][A-Z_]*[A-Z]\b")]
    private static partial Regex Variable();
}
