using System.Text.RegularExpressions;

namespace IwTune.Shared.Tests.Architecture;

/// <summary>Project rules that a compiler does not check.</summary>
public sealed partial class RepositoryTests
{
    [Fact]
    public void No_hand_written_file_is_longer_than_400_lines()
    {
        var files = SourceFile
            .All(".cs", ".razor", ".css", ".js", ".sh", ".sql")
            .Where(file => !file.Path.EndsWith(".min.js", StringComparison.Ordinal));
        Assert.Empty(files.Where(file => file.Lines > 400).Select(file => $"{file.Path}: {file.Lines} lines"));
    }

    [Fact]
    public void No_type_is_longer_than_400_lines_over_all_its_files()
    {
        var parts =
            from file in SourceFile.Product
            from Match part in PartialType().Matches(file.Text)
            group file by (Path.GetDirectoryName(file.Path), part.Groups[1].Value) into type
            select (type.Key, Lines: type.DistinctBy(file => file.Path).Sum(file => file.Lines));
        Assert.Empty(parts.Where(type => type.Lines > 400).Select(type => $"{type.Key}: {type.Lines} lines"));
    }

    [Fact]
    public void No_line_is_wider_than_140_columns()
    {
        // Recorded answers, scripts and expressions in raw and verbatim strings are data, which a line break would change.
        var wide =
            from file in SourceFile.All(".cs", ".razor")
            from line in WideLine().Matches(file.WithoutData)
            select $"{file.Path}: {line.Value.Trim()}";
        Assert.Empty(wide);
    }

    [Fact]
    public void A_file_of_the_product_is_short()
    {
        var lengths = SourceFile.Product.Select(file => file.Lines).Order().ToList();
        Assert.InRange(lengths[lengths.Count / 2], 1, 60);
        Assert.InRange(lengths[lengths.Count * 9 / 10], 1, 200);
    }

    [Fact]
    public void Every_namespace_is_its_folder()
    {
        var files = SourceFile
            .All(".cs")
            .Where(file => file.IsUnder("Shared", "Agent", "Server", "tests/Shared.Tests", "tests/Agent.Tests", "tests/Server.Tests"));
        Assert.Empty(
            from file in files
            let found = Namespace().Match(file.Text)
            let folder = Path.GetDirectoryName(file.Path)!.Replace('\\', '/')
            let expected = "IwTune."
                + (folder.StartsWith("tests/", StringComparison.Ordinal) ? folder["tests/".Length..] : folder).Replace('/', '.')
            where found.Success && found.Groups[1].Value != expected
            select $"{file.Path}: {found.Groups[1].Value}, expected {expected}"
        );
    }

    [Fact]
    public void Names_say_what_a_thing_is() =>
        Assert.Empty(
            SourceFile.All(".cs").SelectMany(file => VagueName().Matches(file.Code).Select(match => $"{file.Path}: {match.Value}"))
        );

    [Fact]
    public void Every_type_name_occurs_in_one_folder() =>
        Assert.Empty(
            from file in SourceFile.Product
            from Match type in TopLevelType().Matches(file.Code)
            group Path.GetDirectoryName(file.Path) by type.Groups[1].Value into folders
            where folders.Distinct().Count() > 1
            select $"{folders.Key}: {string.Join(", ", folders.Distinct())}"
        );

    [Fact]
    public void Folders_of_tests_are_at_most_four_deep() =>
        Assert.Empty(
            SourceFile.All(".cs").Where(file => file.IsUnder("tests") && file.Path.Split('/').Length > 6).Select(file => file.Path)
        );

    [Fact]
    public void Nothing_is_left_to_do_in_a_comment() =>
        Assert.Empty(
            SourceFile
                .All(".cs", ".razor", ".css", ".js", ".sh", ".sql")
                .Where(file => Unfinished().IsMatch(file.Text))
                .Select(file => file.Path)
        );

    [Fact]
    public void Server_and_agent_never_reference_each_other()
    {
        var projects = SourceFile.All(".csproj");
        Assert.DoesNotContain("IwTune.Agent", projects.Single(p => p.Path == "Server/IwTune.Server.csproj").Text, StringComparison.Ordinal);
        Assert.DoesNotContain("IwTune.Server", projects.Single(p => p.Path == "Agent/IwTune.Agent.csproj").Text, StringComparison.Ordinal);
        var shared = projects.Single(p => p.Path == "Shared/IwTune.Shared.csproj").Text;
        Assert.DoesNotContain("ProjectReference", shared, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_package_is_written_into_the_decision_about_packages()
    {
        var decision = File.ReadAllText(Path.Combine(SourceFile.Root, "docs/adr/0002-packages.md"));
        var packages = File.ReadAllText(Path.Combine(SourceFile.Root, "Directory.Packages.props"));
        Assert.Empty(
            from Match package in Package().Matches(packages)
            let row = $"{package.Groups[1].Value} {package.Groups[2].Value}"
            where !decision.Contains(row + " ", StringComparison.Ordinal)
            select $"docs/adr/0002-packages.md has no row for {row}"
        );
    }

    [GeneratedRegex(@"^namespace ([\w.]+)", RegexOptions.Multiline)]
    private static partial Regex Namespace();

    [GeneratedRegex(@"^.{141,}$", RegexOptions.Multiline)]
    private static partial Regex WideLine();

    [GeneratedRegex(@"^[\w ]*\bpartial (?:class|record|struct) (\w+)", RegexOptions.Multiline)]
    private static partial Regex PartialType();

    [GeneratedRegex(@"^(?! )[a-z ]*\b(?:class|record struct|record|struct|interface|enum) (\w+)", RegexOptions.Multiline)]
    private static partial Regex TopLevelType();

    [GeneratedRegex(@"\b(class|record|struct|interface|enum)\s+\w*(Manager|Helpers?|Utils?|Utilities|Service)\b")]
    private static partial Regex VagueName();

    [GeneratedRegex(@"\b(TO" + @"DO|FIX" + @"ME|HA" + @"CK)\b")]
    private static partial Regex Unfinished();

    [GeneratedRegex("PackageVersion Include=\"([^\"]+)\" Version=\"([^\"]+)\"")]
    private static partial Regex Package();
}
