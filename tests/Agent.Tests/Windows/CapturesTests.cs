using IwTune.Lab;

namespace IwTune.Agent.Tests.Windows;

/// <summary>The captures of tests/fixtures/windows: each names its source, and a test uses each.</summary>
public sealed class CapturesTests
{
    private static readonly string Folder = Path.Combine(Binaries.Root, "tests/fixtures/windows");
    private static readonly IReadOnlyList<string> Names =
    [
        .. Directory.GetFiles(Folder, "*.txt").Select(file => Path.GetFileNameWithoutExtension(file)!).Order(StringComparer.Ordinal),
    ];

    [Fact]
    public void Every_capture_says_where_it_comes_from() =>
        Assert.All(
            Names,
            name =>
            {
                var lines = File.ReadAllLines(Path.Combine(Folder, name + ".txt"));
                Assert.Matches("^# source: \\S", lines[0]);
                var body = lines.SkipWhile(line => line.StartsWith("# ", StringComparison.Ordinal)).ToList();
                Assert.Contains(body, line => line.Length > 0);
            }
        );

    [Fact]
    public void Every_capture_is_read_by_a_test_or_listed_as_reference()
    {
        var tests = string.Concat(
            Directory.EnumerateFiles(Path.Combine(Binaries.Root, "tests"), "*.cs", SearchOption.AllDirectories).Select(File.ReadAllText)
        );
        var listed = Listed();
        Assert.All(Names, name => Assert.True(listed.Contains(name) || tests.Contains($"\"{name}", StringComparison.Ordinal), name));
    }

    [Fact]
    public void What_is_listed_as_reference_is_there() => Assert.Empty(Listed().Except(Names));

    [Fact]
    public void Nothing_else_lies_beside_them() =>
        Assert.Equal(
            ["README.md"],
            Directory.GetFileSystemEntries(Folder).Select(Path.GetFileName).Where(name => !name!.EndsWith(".txt", StringComparison.Ordinal))
        );

    private static HashSet<string> Listed() =>
        [
            .. File.ReadAllLines(Path.Combine(Folder, "README.md"))
                .SkipWhile(line => line != "## For reference only")
                .Where(line => line.StartsWith("| ", StringComparison.Ordinal))
                .Skip(2)
                .Select(line => line.Split('|')[1].Trim()),
        ];
}
