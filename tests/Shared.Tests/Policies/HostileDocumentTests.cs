using IwTune.Shared.Policies;

namespace IwTune.Shared.Tests.Policies;

public sealed class HostileDocumentTests
{
    private static PolicyProblem Only(string text)
    {
        var result = PolicyReader.Read(text);
        Assert.Null(result.Policy);
        return Assert.Single(result.Problems);
    }

    [Fact]
    public void A_megabyte_is_one_clear_problem_and_is_not_parsed()
    {
        var problem = Only(string.Concat(Enumerable.Repeat("window: [\n", 100_000)));
        Assert.Contains("larger than 64 KiB", problem.Rule, StringComparison.Ordinal);
    }

    [Fact]
    public void The_size_is_counted_in_bytes() =>
        Assert.Contains("larger than 64 KiB", Only("# " + new string('é', 33_000)).Rule, StringComparison.Ordinal);

    [Theory]
    [InlineData("policy: a\n---\npolicy: b\n", "a second YAML document")]
    [InlineData("", "the document is empty")]
    [InlineData("   \n# only a comment\n", "the document is empty")]
    [InlineData("policy", "a policy is a mapping")]
    [InlineData("- policy", "a policy is a mapping")]
    [InlineData("policy: [a", "this is not YAML")]
    [InlineData("policy: a\n\tmode: audit", "this is not YAML")]
    [InlineData("{\"policy\": \"a\",}", "this is not JSON")]
    [InlineData("{\"policy\": \"a\"} {}", "this is not JSON")]
    [InlineData("{\"policy\": \"\\ud800\"}", "this is not JSON")]
    [InlineData("{\"policy\": \"a\" // no\n}", "this is not JSON")]
    [InlineData("policy: a\u0000", "U+0000")]
    [InlineData("policy: a\u001b[2J", "U+001B")]
    [InlineData("policy: a # \u202e txt", "U+202E")]
    [InlineData("policy: a\rmode: audit", "carriage return")]
    public void Each_is_one_problem(string text, string rule)
    {
        var problems = PolicyReader.Read(text).Problems;
        Assert.Contains(problems, p => p.Rule.Contains(rule, StringComparison.Ordinal) && p.Line > 0);
    }

    /// <summary>The "billion laughs": nine levels of aliases would expand to a thousand million words.</summary>
    [Fact]
    public void Aliases_are_refused_before_anything_expands()
    {
        var laughs =
            "a0: &a0 [lol,lol,lol,lol,lol,lol,lol,lol,lol,lol]\n"
            + string.Concat(Enumerable.Range(1, 9).Select(i => $"a{i}: &a{i} [{string.Join(',', Enumerable.Repeat($"*a{i - 1}", 10))}]\n"));
        var problems = PolicyReader.Read(laughs).Problems;
        Assert.Contains(problems, p => p.Rule == "the alias *a0 is not allowed; write the value out" && p.Line == 2);
        Assert.True(problems.Count <= 101);
    }

    [Theory]
    [InlineData("a: ", "[", 20_000)]
    [InlineData("a: ", "{b: ", 9_000)]
    [InlineData("", "- ", 20_000)]
    [InlineData("{\"a\": ", "[", 20_000)]
    public void Depth_is_bounded_without_recursion(string start, string open, int times)
    {
        var problems = PolicyReader.Read(start + string.Concat(Enumerable.Repeat(open, times))).Problems;
        Assert.NotEmpty(problems);
    }

    [Fact]
    public void Nesting_is_reported_where_it_goes_too_deep()
    {
        var problem = PolicyReader
            .Read("policy: a\nlimits: [[[[[[[[[1]]]]]]]]]\n")
            .Problems.Single(p => p.Rule.Contains("deeper", StringComparison.Ordinal));
        Assert.Equal((2, 16), (problem.Line, problem.Column));
    }

    [Theory]
    [InlineData(101, "1 more problem is not shown; fix these first")]
    [InlineData(102, "2 more problems are not shown; fix these first")]
    [InlineData(10_000, "9900 more problems are not shown; fix these first")]
    public void At_most_a_hundred_problems_are_shown(int count, string last)
    {
        const string start = "policy: a\nwindow: { initcwnd: 4 }\nscopes:\n";
        var problems = PolicyReader.Read(start + string.Concat(Enumerable.Repeat("- x\n", count))).Problems;
        Assert.Equal(101, problems.Count);
        Assert.Equal(last, problems[^1].Rule);
    }

    [Fact]
    public void A_value_is_shown_as_one_harmless_line()
    {
        var problem = Only("policy: \"a\\r\\n\\e[31m" + new string('b', 200) + "\"\nwindow: { initcwnd: 4 }\nscopes: [default]");
        Assert.StartsWith("a\\u000d\\u000a\\u001b[31mbbb", problem.Value, StringComparison.Ordinal);
        Assert.True(problem.Value!.Length <= 70);
    }

    [Fact]
    public void Half_a_character_is_named() =>
        Assert.Contains("lone surrogate", Only("policy: a # " + '\ud800').Rule, StringComparison.Ordinal);

    [Fact]
    public void Windows_line_ends_are_fine() =>
        Assert.NotNull(PolicyReader.Read("policy: a\r\nwindow: { initcwnd: 4 }\r\nscopes: [default]\r\n").Policy);
}
