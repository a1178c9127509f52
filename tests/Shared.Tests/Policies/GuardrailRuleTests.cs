using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Policies;

/// <summary>The guardrails that a document alone can violate, as the validator reports them.</summary>
public sealed class GuardrailRuleTests
{
    private static PolicyResult Read(string window, string scope = "default", string more = "") =>
        PolicyReader.Read(
            $"policy: edge\nscopes:\n  - {(scope == "default" ? $"default\nwindow: {window}" : $"{scope}\n    window: {window}")}\n{more}"
        );

    [Fact]
    public void Ten_segments_need_no_reason_anywhere()
    {
        Assert.Empty(Read("{ initcwnd: 10 }").Warnings);
        Assert.Empty(Read("{ initcwnd: 32 }", "prefix: 10.0.0.0/8").Warnings);
        Assert.Empty(Read("{ initcwnd: 32 }", "interface: eth1").Warnings);
    }

    [Theory]
    [InlineData("{ initcwnd: 16 }", "default", "Towards the Internet 10 segments")]
    [InlineData("{ initcwnd: 16 }", "prefix: 203.0.113.0/24", "Towards the Internet 10 segments")]
    [InlineData("{ initcwnd: 33 }", "prefix: 10.0.0.0/8", "On private paths 32 segments")]
    [InlineData("{ initcwnd: 48 }", "prefix: fd00::/8", "accepts 44 segments")]
    public void What_comes_near_a_ceiling_deserves_a_thought(string window, string scope, string thought)
    {
        var read = Read(window, scope);
        Assert.NotNull(read.Policy);
        Assert.Contains(thought, Assert.Single(read.Warnings).Rule, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{ initcwnd: 45 }", "default", "not prepared for more")]
    [InlineData("{ initcwnd: 65 }", "default", "More than 64 segments need an `override`")]
    [InlineData("{ initcwnd: 65 }", "prefix: 10.0.0.0/8", "More than 64 segments need an `override`")]
    [InlineData("{ initcwnd: 100 }", "table: 100", "More than 64 segments need an `override`")]
    public void What_breaks_one_is_refused_with_its_place_and_the_way_out(string window, string scope, string rule)
    {
        var problem = Assert.Single(Read(window, scope).Problems);
        Assert.EndsWith("window.initcwnd", problem.Path, StringComparison.Ordinal);
        Assert.True(problem.Line > 0);
        Assert.Contains(rule, problem.Rule, StringComparison.Ordinal);
        Assert.Contains("override", problem.Rule, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("window: { initcwnd: 999 }\nscopes: [defalt]", "window.initcwnd", "scopes[0]")]
    [InlineData("window: { initcwnd: 999 }\nscopes:\n  - default:", "window.initcwnd", "scopes[0]")]
    [InlineData("window: { initcwnd: 999 }\nscopes: []", "window.initcwnd", "scopes")]
    [InlineData("scopes:\n  - prefix: 10.0.0.0/40\n    window: { initcwnd: 999 }", "scopes[0].window.initcwnd", "scopes[0].prefix")]
    public void A_scope_that_cannot_be_read_does_not_hide_a_window_that_is_too_large(string text, params string[] paths)
    {
        var problems = PolicyReader.Read($"policy: edge\n{text}\n").Problems;
        Assert.Equal(paths.Order(StringComparer.Ordinal), problems.Select(problem => problem.Path).Order(StringComparer.Ordinal));
        Assert.Contains("More than 64 segments", problems.Single(one => one.Path.EndsWith("initcwnd", StringComparison.Ordinal)).Rule);
    }

    [Fact]
    public void A_written_reason_lifts_them_and_travels_with_the_bundle()
    {
        var read = Read("{ initcwnd: 100 }", more: "override: both ends are ours, CHG-4711\n");
        Assert.Empty(read.Problems);
        Assert.Empty(read.Warnings);
        var content = BundleContent.From(read.Policy!);
        Assert.Equal("both ends are ours, CHG-4711", content.Override);
        Assert.NotEqual(BundleDigest.Of(content), BundleDigest.Of(content with { Override = "another reason" }));
        Assert.NotEqual(PolicyDigest.Of(read.Policy!), PolicyDigest.Of(read.Policy! with { Override = null }));
    }

    [Theory]
    [InlineData("override: yes")]
    [InlineData("override: [both ends are ours]")]
    [InlineData("override: ~")]
    [InlineData("override: \"two\\nlines of it\"")]
    public void No_reason_is_a_problem(string written)
    {
        var problem = Assert.Single(Read("{ initcwnd: 16 }", more: written + "\n").Problems);
        Assert.Equal("override", problem.Path);
        Assert.Contains("must be the reason", problem.Rule, StringComparison.Ordinal);
    }

    [Fact]
    public void Digests_of_policies_without_one_are_what_they_were()
    {
        var content = BundleContent.From(Read("{ initcwnd: 10 }").Policy!);
        Assert.Null(content.Override);
        Assert.Equal(BundleDigest.Of(content), BundleDigest.Of(content with { Override = null }));
    }
}
