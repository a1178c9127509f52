using System.Net;
using IwTune.Shared.Policies;

namespace IwTune.Shared.Tests.Policies;

public sealed class SteeringTests
{
    private static readonly Steering.Learned Learned = new(IPNetwork.Parse("10.0.0.0/8"), 32, TimeSpan.FromMinutes(15));

    [Theory]
    [InlineData("window: auto")]
    [InlineData("window: { initcwnd: auto }")]
    [InlineData("window:\n  initcwnd: 'auto'")]
    public void Auto_is_written_long_and_short(string window)
    {
        var rule = Assert.Single(Read($"policy: a\n{window}\nscopes: [default]").Scopes);
        Assert.Equal((Steering.Auto.Default, Window.Unset, "initcwnd auto"), (rule.Steering, rule.Window, rule.Asked));
    }

    [Fact]
    public void Bounds_are_those_of_rfc_9040_unless_they_are_written()
    {
        Assert.Equal(
            new Steering.Auto(3, 10, 1000, TimeSpan.FromDays(1)),
            Read("policy: a\nwindow: auto\nscopes: [default]").Scopes[0].Steering
        );
        Assert.Equal(
            new Steering.Auto(4, 24, 500, TimeSpan.FromHours(720)),
            Read("policy: a\nwindow: auto\nscopes: [default]\nauto: { min: 4, max: 24, every: 500, period: 720h }").Scopes[0].Steering
        );
    }

    [Theory]
    [InlineData(8, 3, 8)]
    [InlineData(2, 2, 2)]
    [InlineData(100, 3, 10)]
    public void Bounds_that_are_not_written_follow_the_limit(int limit, int min, int max)
    {
        var auto = Assert.IsType<Steering.Auto>(
            Read($"policy: a\nwindow: auto\nscopes: [default]\nlimits: {{ max: {limit} }}").Scopes[0].Steering
        );
        Assert.Equal((min, max), (auto.Min, auto.Max));
    }

    [Theory]
    [InlineData(3, 10, 10)]
    [InlineData(3, 24, 10)]
    [InlineData(3, 9, 8)]
    [InlineData(9, 9, 9)]
    [InlineData(2, 3, 2)]
    public void A_host_begins_with_no_more_than_the_recommended_default_and_an_even_number(int min, int max, int start) =>
        Assert.Equal(start, (Steering.Auto.Default with { Min = min, Max = max }).Start);

    [Fact]
    public void Learned_takes_the_endpoint_that_its_prefix_lies_in()
    {
        var policy = Read(
            """
            policy: a
            window: { initcwnd: 10 }
            scopes:
              - default
              - prefix: 10.1.0.0/16
                window: learned
              - prefix: 2001:db8::/48
                window: { initcwnd: learned, initrwnd: 90 }
            learned: { endpoints: [10.0.0.0/8, 2001:db8::/32] }
            """
        );
        Assert.Equal(
            [Steering.None, Learned, Learned with { Endpoint = IPNetwork.Parse("2001:db8::/32") }],
            policy.Scopes.Select(rule => rule.Steering)
        );
        Assert.Equal(["initcwnd 10", "initcwnd learned", "initcwnd learned initrwnd 90"], policy.Scopes.Select(rule => rule.Asked));
    }

    [Theory]
    [InlineData(
        "window: learned\nscopes: [default]\nlearned: { endpoints: [10.0.0.0/8] }",
        "scopes[0]",
        "for prefixes whose hosts are yours"
    )]
    [InlineData(
        "window: learned\nscopes: [{ interface: eth0 }]\nlearned: { endpoints: [10.0.0.0/8] }",
        "scopes[0]",
        "for prefixes whose hosts are yours"
    )]
    [InlineData("window: learned\nscopes: [{ prefix: 10.1.0.0/16 }]", "scopes[0]", "endpoints: [10.1.0.0/16]")]
    [InlineData(
        "window: learned\nscopes: [{ prefix: 192.0.2.0/24 }]\nlearned: { endpoints: [10.0.0.0/8] }",
        "scopes[0]",
        "lies in none of learned.endpoints"
    )]
    [InlineData(
        "window: learned\nscopes: [{ prefix: 10.0.0.0/8 }]\nlearned: { endpoints: [10.1.0.0/16] }",
        "scopes[0]",
        "lies in none of learned.endpoints"
    )]
    [InlineData("window: auto\nscopes: [{ containers: 'pod:web' }]", "scopes[0]", "needs the losses of its connections")]
    [InlineData("window: auto\nscopes: [{ table: local }]", "scopes[0]", "connections from a host to itself")]
    [InlineData("window: auto\nscopes: [default]\nauto: { max: 20 }\nlimits: { max: 16 }", "auto.max", "is above limits.max, 16")]
    [InlineData("window: auto\nscopes: [default]\nauto: { min: 8, max: 6 }", "auto.min", "the largest window it may choose, 6")]
    [InlineData("window: auto\nscopes: [default]\nauto: { every: 10 }", "auto.every", "20 to 1000")]
    [InlineData("window: auto\nscopes: [default]\nauto: 10", "auto", "must be a mapping")]
    [InlineData("window: { initcwnd: 10 }\nscopes: [default]\nauto: { max: 10 }", "auto", "no window is `auto`")]
    [InlineData("window: { initcwnd: 10 }\nscopes: [default]\nlearned: { endpoints: [10.0.0.0/8] }", "learned", "no window is `learned`")]
    [InlineData(
        "window: learned\nscopes: [{ prefix: 10.0.0.0/8 }]\nlearned: { max: 20 }",
        "learned.endpoints",
        "name the prefixes whose hosts are yours"
    )]
    [InlineData(
        "window: learned\nscopes: [{ prefix: 10.0.0.0/8 }]\nlearned: { endpoints: [10.1.2.3/8] }",
        "learned.endpoints[0]",
        "write 10.0.0.0/8"
    )]
    [InlineData(
        "window: learned\nscopes: [{ prefix: 10.0.0.0/8 }]\nlearned: { endpoints: [10.0.0.0/8], max: 44 }\nlimits: { max: 32 }",
        "learned.max",
        "is above limits.max, 32"
    )]
    public void What_no_host_may_decide_is_a_problem(string rest, string path, string rule)
    {
        var problem = Assert.Single(PolicyReader.Read($"policy: a\n{rest}").Problems);
        Assert.Equal(path, problem.Path);
        Assert.Contains(rule, problem.Rule, StringComparison.Ordinal);
        Assert.True(problem is { Line: > 0, Column: > 0 });
    }

    [Fact]
    public void Every_problem_comes_in_one_answer()
    {
        var problems = PolicyReader
            .Read(
                """
                policy: a
                window: learned
                scopes: [default, { prefix: 192.0.2.0/24 }]
                limits: { max: 8 }
                auto: { min: 1, max: 20, evry: 5 }
                learned: { endpoints: [10.0.0.0/8], expiry: 5s }
                """
            )
            .Problems;
        Assert.Equal(
            ["scopes[0]", "scopes[1]", "auto", "auto.min", "auto.max", "auto.evry", "learned.expiry"],
            problems
                .OrderBy(problem =>
                    problem.Path.Split('.')[0] == "auto" ? 1
                    : problem.Path.StartsWith("scopes", StringComparison.Ordinal) ? 0
                    : 2
                )
                .Select(problem => problem.Path)
        );
    }

    [Theory]
    [InlineData("scopes: [default]\nauto: { max: 12 }", "auto.max")]
    [InlineData("scopes: [{ interface: eth0 }]\nauto: { max: 12 }", "auto.max")]
    [InlineData("scopes: [default]\nmode: audit", "mode")]
    public void What_deserves_a_thought_is_a_warning(string rest, string path) =>
        Assert.Equal(path, Assert.Single(PolicyReader.Read($"policy: a\nwindow: auto\n{rest}").Warnings).Path);

    [Fact]
    public void A_ceiling_above_the_recommended_one_is_pointed_at() =>
        Assert.Equal(
            ("12", 4, 14),
            PolicyReader.Read("policy: a\nwindow: auto\nscopes: [default]\nauto: { max: 12 }").Warnings is [{ } warning]
                ? (warning.Value, warning.Line, warning.Column)
                : default
        );

    [Fact]
    public void A_prefix_may_go_above_ten_without_a_warning() =>
        Assert.Empty(PolicyReader.Read("policy: a\nwindow: auto\nscopes: [{ prefix: 10.0.0.0/8 }]\nauto: { max: 32 }").Warnings);

    private static Policy Read(string text)
    {
        var read = PolicyReader.Read(text);
        Assert.Empty(read.Problems);
        return read.Policy!;
    }
}
