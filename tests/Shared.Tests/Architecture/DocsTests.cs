using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace IwTune.Shared.Tests.Architecture;

/// <summary>The pages under docs link to each other correctly, and the architecture diagram matches the projects.</summary>
public sealed partial class DocsTests
{
    private static readonly string[] Folders = ["Agent", "Server", "Shared", "tests", "deploy"];
    private static readonly string Docs = Path.Combine(SourceFile.Root, "docs");

    private static readonly IReadOnlyList<string> Pages =
    [
        .. Directory.EnumerateFiles(Docs, "*.md", SearchOption.AllDirectories),
        .. ((string[])["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "deploy/README.md"]).Select(page =>
            Path.Combine(SourceFile.Root, page)
        ),
    ];

    [Fact]
    public void Every_page_is_in_the_index()
    {
        var index = Links(Path.Combine(Docs, "README.md")).ToHashSet(StringComparer.Ordinal);
        var pages = Directory.EnumerateFiles(Docs, "*.md").Select(Path.GetFileName).Where(page => page != "README.md").ToList();
        Assert.InRange(pages.Count, 40, 200);
        Assert.Empty(pages.Except(index, StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("security.md")]
    [InlineData("asvs.md")]
    public void The_tests_that_a_page_names_as_evidence_exist(string name)
    {
        var page = File.ReadAllText(Path.Combine(Docs, name));
        var named = NamedTest().Matches(page).Select(test => (Class: test.Groups[1].Value, Test: test.Groups[2].Value)).Distinct().ToList();
        Assert.InRange(named.Count, 40, 400);
        var sources = Directory
            .EnumerateFiles(Path.Combine(SourceFile.Root, "tests"), "*.cs", SearchOption.AllDirectories)
            .ToLookup(file => Path.GetFileName(file).Split('.')[0], StringComparer.Ordinal);
        Assert.Empty(
            from test in named
            where !sources[test.Class].Any(file => File.ReadAllText(file).Contains($" {test.Test}(", StringComparison.Ordinal))
            select test
        );
    }

    [Fact]
    public void Every_link_to_a_file_leads_to_one()
    {
        var broken =
            from page in Pages
            from link in Links(page)
            where
                !link.Contains("://", StringComparison.Ordinal)
                && !link.StartsWith('#')
                && !link.StartsWith("mailto:", StringComparison.Ordinal)
            let file = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(page)!, link.Split('#')[0]))
            where !File.Exists(file) && !Directory.Exists(file)
            select $"{Path.GetRelativePath(SourceFile.Root, page)}: {link}";
        Assert.Empty(broken);
    }

    [Fact]
    public void No_line_of_prose_is_wider_than_140_columns()
    {
        Assert.Empty(
            from page in Pages
            from line in Fenced().Replace(File.ReadAllText(page), "").Split('\n')
            // Tables, quoted output and indented commands have no width limit.
            where
                line.Length > 140
                && !line.TrimStart().StartsWith('|')
                && !line.StartsWith('>')
                && !line.StartsWith("    ", StringComparison.Ordinal)
            select $"{Path.GetRelativePath(SourceFile.Root, page)}: {line}"
        );
    }

    [Fact]
    public void The_picture_of_the_architecture_is_that_of_the_projects()
    {
        var projects = Folders
            .SelectMany(folder => Directory.EnumerateFiles(Path.Combine(SourceFile.Root, folder), "*.csproj", SearchOption.AllDirectories))
            .Where(file => !file.Contains("/artifacts/", StringComparison.Ordinal))
            .ToList();
        var arrows = projects.SelectMany(file =>
            XDocument
                .Load(file)
                .Descendants("ProjectReference")
                .Select(reference => $"{Name(file)} --> {Name(reference.Attribute("Include")!.Value)}")
        );
        var drawn = File.ReadLines(Path.Combine(Docs, "architecture.md"))
            .SkipWhile(line => line != "graph TD")
            .Skip(1)
            .TakeWhile(line => line != "```")
            .Select(line => line.Trim())
            .ToList();
        Assert.Equal(
            arrows.Order(StringComparer.Ordinal),
            drawn.Where(line => line.Contains(" --> ", StringComparison.Ordinal)).Order(StringComparer.Ordinal)
        );
        Assert.Equal(
            projects.Select(Name).Order(StringComparer.Ordinal),
            drawn.SelectMany(line => line.Split(" --> ")).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)
        );
    }

    private static string Name(string project) =>
        Path.GetFileNameWithoutExtension(project.Replace('\\', '/')).Replace("IwTune.", "", StringComparison.Ordinal);

    private static IEnumerable<string> Links(string page) => Link().Matches(File.ReadAllText(page)).Select(match => match.Groups[1].Value);

    [GeneratedRegex("`([A-Z][A-Za-z0-9]*Tests)[.]([A-Za-z0-9_]+)`")]
    private static partial Regex NamedTest();

    [GeneratedRegex(@"^\s*```[\s\S]*?^\s*```", RegexOptions.Multiline)]
    private static partial Regex Fenced();

    [GeneratedRegex(@"\]\(([^)\s]+)\)", RegexOptions.None, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Link();
}
