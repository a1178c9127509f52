using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Tests.Architecture;

namespace IwTune.Shared.Tests.Compliance.Controls;

public sealed class StandardMappingTests
{
    [Fact]
    public void A_mapping_of_ones_own_is_named_beside_the_others()
    {
        var (mapping, problems) = StandardMapping.Read("""{"standard":"Our baseline 3","clauses":{"IWT-1":["N-4","N-5"]}}""");
        Assert.Empty(problems);
        var catalog = ControlCatalog.Of([.. StandardMapping.BuiltIn, mapping!]);
        Assert.EndsWith("; Our baseline 3: N-4, N-5", catalog.Controls[0].ClausesText(), StringComparison.Ordinal);
        Assert.DoesNotContain("Our baseline", catalog.Controls[1].ClausesText(), StringComparison.Ordinal);
    }

    /// <summary>docs/standards.md: a heading for each standard, a row for each control and clause.</summary>
    [Fact]
    public void Every_clause_has_its_reason_in_the_documentation()
    {
        var (standard, rows) = ("", new List<(string Standard, string Control, string Clause)>());
        foreach (var line in File.ReadLines(Path.Combine(SourceFile.Root, "docs/standards.md")))
        {
            if (line.StartsWith("## ", StringComparison.Ordinal))
                standard = line[3..];
            if (line.StartsWith("| IWT-", StringComparison.Ordinal))
            {
                var cells = line.Split('|', StringSplitOptions.TrimEntries);
                Assert.True(cells[3].Length > 20, line);
                rows.Add((standard, cells[1], cells[2].Split(' ')[0]));
            }
        }
        Assert.Equal(
            from mapping in StandardMapping.BuiltIn
            from control in mapping.Clauses
            from clause in control.Value
            select (mapping.Standard, control.Key, clause),
            rows
        );
    }

    [Theory]
    [InlineData("", "it is not a mapping: ")]
    [InlineData("null", "it is not a mapping: null")]
    [InlineData("""{"standard":"X","clauses":{"IWT-1":["1"]},"more":1}""", "it is not a mapping: ")]
    [InlineData("""{"standard":"","clauses":{"IWT-1":["1"]}}""", "'standard' must name it in 1 to 80 printable characters")]
    [InlineData("""{"standard":"X","clauses":{}}""", "'clauses' must name the clauses of at least one control")]
    [InlineData("""{"standard":"X","clauses":{"IWT-99":["1"]}}""", "'IWT-99' is no control; they are IWT-1 to IWT-13")]
    [InlineData("""{"standard":"X","clauses":{"IWT-1":[]}}""", "'IWT-1' must list clauses, each of 1 to 80 printable characters")]
    [InlineData("""{"standard":"X","clauses":{"IWT-1":["a\u0007b"]}}""", "'IWT-1' must list clauses, each of 1 to 80 printable characters")]
    public void A_file_that_is_wrong_says_what(string json, string problem)
    {
        var (mapping, problems) = StandardMapping.Read(json);
        Assert.Null(mapping);
        Assert.StartsWith(problem, Assert.Single(problems), StringComparison.Ordinal);
    }

    [Fact]
    public void All_problems_are_said_at_once() =>
        Assert.Equal(3, StandardMapping.Read("""{"standard":" \n","clauses":{"IWT-0":["1"],"IWT-1":[""]}}""").Problems.Count);
}
