using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace IwTune.Shared.Tests.Architecture;

/// <summary>The pages under docs link to each other correctly, and the architecture diagram matches the projects.</summary>
public sealed partial class DocsTests
{
    private static readonly string[] Folders = ["Agent", "Server", "Shared", "tests", "deploy"];
    private static readonly string Docs = Path.Combine(SourceFile.Root, "docs");

    internal static readonly IReadOnlyList<string> Pages =
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

    [Fact]
    public void The_tests_that_a_page_names_exist()
    {
        var named = (
            from page in Pages
            where !IsArchived(page)
            from Match test in NamedTest().Matches(File.ReadAllText(page))
            select (Page: Path.GetFileName(page), Class: test.Groups[1].Value, Test: test.Groups[2].Value)
        )
            .Distinct()
            .ToList();
        Assert.InRange(named.Count, 300, 1000);
        var sources = Directory
            .EnumerateFiles(Path.Combine(SourceFile.Root, "tests"), "*.cs", SearchOption.AllDirectories)
            .ToLookup(file => Path.GetFileName(file).Split('.')[0], StringComparer.Ordinal);
        Assert.Empty(
            from test in named
            where
                !sources[test.Class]
                    .Any(file => test.Test.Length == 0 || File.ReadAllText(file).Contains($" {test.Test}", StringComparison.Ordinal))
            select test
        );
    }

    /// <summary>Decisions describe the code of their time, and so does the list of changes.</summary>
    [Fact]
    public void The_files_that_a_page_names_exist()
    {
        var named = (
            from page in Pages
            where !IsArchived(page)
            from Match path in NamedPath().Matches(File.ReadAllText(page))
            select (Page: Path.GetFileName(page), Path: path.Groups[1].Value)
        ).ToList();
        Assert.InRange(named.Count, 150, 1000);
        Assert.Empty(
            from name in named
            let path = Path.Combine(SourceFile.Root, name.Path)
            where !Path.Exists(path) && !Path.Exists(path + ".cs")
            select name
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
            where !Path.Exists(file)
            select $"{Path.GetRelativePath(SourceFile.Root, page)}: {link}";
        Assert.Empty(broken);
    }

    [Fact]
    public void Every_link_into_a_page_leads_to_a_heading() =>
        Assert.Empty(
            from page in Pages
            from link in Links(page)
            where link.Contains('#', StringComparison.Ordinal) && !link.Contains("://", StringComparison.Ordinal)
            let parts = link.Split('#')
            let target = parts[0].Length == 0 ? page : Path.GetFullPath(Path.Combine(Path.GetDirectoryName(page)!, parts[0]))
            where target.EndsWith(".md", StringComparison.Ordinal) && !Anchors(target).Contains(parts[1], StringComparer.Ordinal)
            select $"{Path.GetRelativePath(SourceFile.Root, page)}: {link}"
        );

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

    /// <summary>A reader scans a table: what takes more belongs in a paragraph. Names of tests and addresses of links are free.</summary>
    [Fact]
    public void A_cell_of_a_table_has_at_most_400_characters() =>
        Assert.Empty(
            from page in Pages
            where !IsArchived(page)
            from line in File.ReadLines(page)
            where line.StartsWith('|')
            from cell in line.Split(" | ")
            let prose = LinkTarget().Replace(NamedTest().Replace(cell, ""), "]")
            where prose.Length > 400
            select $"{Path.GetFileName(page)}: {prose.Length} in {cell[..60]}…"
        );

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

    /// <summary>The anchors that GitHub and GitLab give to headings.</summary>
    private static IEnumerable<string> Anchors(string page) =>
        Heading()
            .Matches(Fenced().Replace(File.ReadAllText(page), ""))
            .Select(heading => NoAnchor().Replace(heading.Groups[1].Value.Trim().ToLowerInvariant(), "").Replace(' ', '-'));

    internal static bool IsArchived(string page) =>
        page.EndsWith("CHANGELOG.md", StringComparison.Ordinal) || page.Contains("/docs/adr/", StringComparison.Ordinal);

    [GeneratedRegex("`([A-Z][A-Za-z0-9]*Tests)(?:[.]([A-Za-z0-9_]+))?[`(]")]
    private static partial Regex NamedTest();

    [GeneratedRegex("(?<!MsQuic.*)`((?:Server|Agent|Shared|build|deploy|tests|docs)/(?![^`]*(?:[A-Z]{4}|/X[A-Z]))[A-Za-z0-9_./-]+)`")]
    private static partial Regex NamedPath();

    [GeneratedRegex(@"\]\([^)]*\)")]
    private static partial Regex LinkTarget();

    [GeneratedRegex("^#{1,6} (.*)$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"[^\w\- ]")]
    private static partial Regex NoAnchor();

    [GeneratedRegex(@"^\s*```[\s\S]*?^\s*```", RegexOptions.Multiline)]
    private static partial Regex Fenced();

    [GeneratedRegex(@"\]\(([^)\s]+)\)", RegexOptions.None, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Link();
}
