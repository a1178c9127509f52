namespace IwTune.EndToEnd.Offline;

/// <summary>Every problem in one answer, exit 64, and nothing changed.</summary>
public sealed class BadInputTests
{
    [Theory]
    [InlineData("window: { initcwnd: 0 }\nscopes: [default]", "initcwnd")]
    [InlineData("window: { initcwnd: 1024 }\nscopes: [default]", "1023")]
    [InlineData("window: { initcwnd: -1 }\nscopes: [default]", "initcwnd")]
    [InlineData("window: { initcwnd: ten }\nscopes: [default]", "ten")]
    [InlineData("window: { initcwnd: 10 }\nscopes:\n  - prefix: 10.0.0.1/8", "10.0.0.0/8")]
    [InlineData("window: { initcwnd: 10 }\nscopes: [default]\nsurprise: 1", "surprise")]
    [InlineData("window: { initcwnd: 10 }\nwindow: { initcwnd: 11 }\nscopes: [default]", "window")]
    [InlineData("window: &w { initcwnd: 10 }\nscopes:\n  - prefix: 10.0.0.0/8\n    window: *w", "alias")]
    [InlineData("window: { initcwnd: 10 }\nscopes: [default]\nconfirm: \"1m\\r\\nmode: audit\"", "confirm")]
    public void A_wrong_policy_is_refused_and_nothing_changes(string document, string named)
    {
        using var site = new TestSite();
        var agent = site.Agent();
        var policy = site.Document("policy: edge\n" + document + "\n");
        foreach (var verb in new[] { "plan", "apply" })
        {
            var result = agent.RunAlone(verb, policy);
            Assert.True(result.ExitCode == 64, $"{verb}: exit {result.ExitCode}\n{result.Error}{result.Output}");
            Assert.Contains(named, result.Error, StringComparison.OrdinalIgnoreCase);
            Assert.Matches(@"\d+:\d+", result.Error);
        }
        site.AssertUntouched();
    }

    [Fact]
    public void Every_problem_of_a_document_is_in_one_answer()
    {
        using var site = new TestSite();
        var policy = site.Document(
            "policy: Edge_\nmode: maybe\nwindow: { initcwnd: 0, initrwnd: 5000 }\nscopes:\n  - prefix: 10.0.0.1/8\nbogus: 1\n"
        );
        var result = site.Agent().RunAlone("apply", policy);
        Assert.Equal(64, result.ExitCode);
        foreach (var named in new[] { "policy", "mode", "initcwnd", "initrwnd", "prefix", "bogus" })
            Assert.Contains(named, result.Error, StringComparison.OrdinalIgnoreCase);
        site.AssertUntouched();
    }

    [Fact]
    public void A_document_of_a_megabyte_is_refused_without_being_read_to_pieces()
    {
        using var site = new TestSite();
        var policy = site.Document("policy: edge\nwindow: { initcwnd: 10 }\nscopes: [default]\n# " + new string('x', 1 << 20) + "\n");
        var result = site.Agent().RunAlone("apply", policy);
        Assert.Equal(64, result.ExitCode);
        Assert.True(result.Error.Length < 2_000, result.Error);
        site.AssertUntouched();
    }

    [Fact]
    public void Windows_line_ends_are_no_problem()
    {
        using var site = new TestSite();
        var policy = site.Document("policy: edge\r\nwindow: { initcwnd: 4 }\r\nscopes: [default]\r\n");
        var result = site.Agent().RunAlone("apply", policy);
        Assert.True(result.ExitCode == 0, result.Error + result.Output);
        Assert.Equal(4, site.InitCwnd());
    }

    [Fact]
    public void An_interface_that_does_not_exist_is_named_and_nothing_changes()
    {
        using var site = new TestSite();
        var policy = site.Document("policy: edge\nwindow: { initcwnd: 4 }\nscopes:\n  - interface: eth77\n");
        var result = site.Agent().RunAlone("apply", policy);
        Assert.NotEqual(0, result.ExitCode);
        Assert.Contains("eth77", result.Error + result.Output, StringComparison.Ordinal);
        site.AssertUntouched();
    }

    [Fact]
    public void A_command_line_that_makes_no_sense_is_refused()
    {
        using var site = new TestSite();
        var agent = site.Agent();
        foreach (var arguments in new[] { new[] { "aply", "x" }, ["apply"], ["apply", site.File("missing.yaml")], ["plan", "--nonsense"] })
            Assert.Equal(64, agent.RunAlone(arguments).ExitCode);
    }
}
