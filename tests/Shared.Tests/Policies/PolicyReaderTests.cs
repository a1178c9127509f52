using System.Net;
using IwTune.Shared.Policies;

namespace IwTune.Shared.Tests.Policies;

public sealed class PolicyReaderTests
{
    internal const string Example = """
        policy: edge-web
        mode: enforce
        window: { initcwnd: 10, initrwnd: 100 }
        scopes:
          - default
          - prefix: 10.0.0.0/8
            window: { initcwnd: 16 }
          - interface: eth0
        limits: { max: 32, step: x2 }
        confirm: 2m
        """;

    internal const string ExampleJson = """
        {"policy": "edge-web", "mode": "enforce", "window": {"initcwnd": 10, "initrwnd": 100},
         "scopes": ["default", {"prefix": "10.0.0.0/8", "window": {"initcwnd": 16}}, {"interface": "eth0"}],
         "limits": {"max": 32, "step": "x2"}, "confirm": "2m"}
        """;

    [Theory]
    [InlineData(Example)]
    [InlineData(ExampleJson)]
    [InlineData("\uFEFF" + Example)]
    [InlineData("# a comment\r\n---\r\n" + Example + "\r\n...\r\n")]
    public void A_policy_is_read_alike_from_yaml_and_json(string text)
    {
        var result = PolicyReader.Read(text);
        Assert.Empty(result.Problems);
        Assert.Empty(result.Warnings);
        var policy = result.Policy!;
        Assert.Equal("edge-web", policy.Name);
        Assert.Equal(PolicyMode.Enforce, policy.Mode);
        Assert.Equal(new Limits(32, 2), policy.Limits);
        Assert.Equal(TimeSpan.FromMinutes(2), policy.Confirm);
        Assert.Equal(
            [
                new ScopeRule(new Scope.Default(), new Window(10, 100)),
                new ScopeRule(new Scope.Prefix(IPNetwork.Parse("10.0.0.0/8")), new Window(16, null)),
                new ScopeRule(new Scope.Interface("eth0"), new Window(10, 100)),
            ],
            policy.Scopes
        );
    }

    [Theory]
    [InlineData("", "this host has no interfaces")]
    [InlineData("lo", "this host has no such interface; its only interface is lo")]
    [InlineData("lo eth0", "this host has no such interface; its interfaces are lo, eth0")]
    [InlineData("a b c d e f g h i j k l", "this host has no such interface; its interfaces are a, b, c, d, e, f, g, h, i, j and 2 more")]
    public void An_interface_must_exist_on_the_host(string interfaces, string problem)
    {
        var there = interfaces.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var result = PolicyReader.Read("policy: a\nwindow: { initcwnd: 4 }\nscopes: [{ interface: eth9 }]\n", there);
        Assert.Equal(problem, Assert.Single(result.Problems).Rule);
    }

    [Fact]
    public void Only_a_name_a_window_and_a_scope_are_needed()
    {
        var policy = PolicyReader.Read("policy: a\nwindow: { initcwnd: 10 }\nscopes: [default]\n").Policy!;
        Assert.Equal((PolicyMode.Enforce, Limits.None, null), (policy.Mode, policy.Limits, policy.Confirm));
    }

    [Fact]
    public void The_policy_itself_needs_no_window_when_every_scope_has_one()
    {
        var policy = PolicyReader.Read("policy: a\nscopes: [{ prefix: 2001:DB8::/32, window: { initrwnd: 90 } }]").Policy!;
        Assert.Equal("prefix:2001:db8::/32", policy.Scopes[0].Scope.ToString());
    }

    [Fact]
    public void Every_problem_comes_in_one_answer_in_the_order_of_the_document()
    {
        var result = PolicyReader.Read(
            """
            policy: Edge Web
            mode: enforced
            windows: { initcwnd: 10 }
            window: { initcwnd: 0, initrwnd: 1024 }
            scopes:
              - prefix: 10.1.2.3/8
              - prefix: 0.0.0.0/0
              - interface: a-name-beyond-all-bounds
              - prefix: 192.0.2.0/24
                window: { initcwnd: 40 }
              - prefix: 192.0.2.0/24
            limits: { max: 32, step: 2 }
            confirm: 5s
            """
        );
        Assert.Null(result.Policy);
        Assert.Equal(
            [
                "1:9 policy",
                "2:7 mode",
                "3:1 windows",
                "4:21 window.initcwnd",
                "4:34 window.initrwnd",
                "6:13 scopes[0].prefix",
                "7:13 scopes[1].prefix",
                "8:16 scopes[2].interface",
                "10:25 scopes[3].window.initcwnd",
                "11:5 scopes[4]",
                "12:26 limits.step",
                "13:10 confirm",
            ],
            result.Problems.Select(p => $"{p.Line}:{p.Column} {p.Path}")
        );
    }

    [Fact]
    public void Json_problems_have_the_same_paths_and_places()
    {
        var result = PolicyReader.Read("{\"policy\": \"é\",\n \"window\": {\"initcwnd\": 0},\n\t\"scopes\": [\"defaut\"]}");
        Assert.Equal(
            ["1:12 policy", "2:25 window.initcwnd", "3:13 scopes[0]"],
            result.Problems.Select(p => $"{p.Line}:{p.Column} {p.Path}")
        );
    }

    [Theory]
    [InlineData("10", true)]
    [InlineData("1", true)]
    [InlineData("1023", true)]
    [InlineData("0", false)]
    [InlineData("-1", false)]
    [InlineData("1024", false)]
    [InlineData("ten", false)]
    [InlineData("10.5", false)]
    [InlineData("1e1", false)]
    [InlineData("0x0a", false)]
    [InlineData("010", false)]
    [InlineData("+10", false)]
    [InlineData("1_0", false)]
    [InlineData("99999999999999999999", false)]
    [InlineData("\"10\"", false)]
    [InlineData("~", false)]
    [InlineData("[10]", false)]
    [InlineData("{ a: 1 }", false)]
    public void A_window_is_a_whole_number_of_segments(string written, bool good)
    {
        var problems = PolicyReader
            .Read($"policy: a\nwindow: {{ initcwnd: {written} }}\nscopes: [default]\noverride: both ends are ours")
            .Problems;
        if (good)
            Assert.Empty(problems);
        else
            Assert.Contains("1 to 1023", Assert.Single(problems).Rule, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("window: { initcwnd: automatic }", "window.initcwnd", "or auto, or learned")]
    [InlineData("window: { initcwnd: autos }", "window.initcwnd", "did you mean 'auto'")]
    [InlineData("window: { initrwnd: auto }", "window.initrwnd", "initrwnd cannot be 'auto'")]
    [InlineData("window: { initcwnd: 0 }", "window.initcwnd", "leave the key out")]
    [InlineData("window: { initcwnd: \"10\" }", "window.initcwnd", "without quotes")]
    [InlineData("window: {}", "window", "neither initcwnd nor initrwnd")]
    [InlineData("window:", "window", "must be a mapping")]
    [InlineData("window: 10", "window", "must be a mapping")]
    [InlineData("window: { initcwn: 10, initcwnd: 4 }", "window.initcwn", "did you mean 'initcwnd'?")]
    [InlineData("window: { initcwnd: 10, initcwnd: 4 }", "window.initcwnd", "written twice, first in line 2")]
    [InlineData(
        "window: { initcwnd: 10 }\nbanana: 1",
        "banana",
        "the keys here are policy, mode, window, scopes, limits, auto, learned, confirm"
    )]
    [InlineData("window: { initcwnd: 10 }\nmode: Audit", "mode", "did you mean 'audit'?")]
    [InlineData("window: { initcwnd: 10 }\nlimits: { max: 0 }", "limits.max", "1 to 1023")]
    [InlineData("window: { initcwnd: 10 }\nlimits: { max: 8 }", "window.initcwnd", "is above limits.max, 8")]
    [InlineData("window: { initcwnd: 10 }\nlimits: { step: x1 }", "limits.step", "x2 to x64")]
    [InlineData("window: { initcwnd: 10 }\nlimits: {}", "limits", "neither max nor step")]
    [InlineData("window: { initcwnd: 10 }\nconfirm: 9s", "confirm", "10s to 24h")]
    [InlineData("window: { initcwnd: 10 }\nconfirm: 25h", "confirm", "10s to 24h")]
    [InlineData("window: { initcwnd: 10 }\nconfirm: 120", "confirm", "10s to 24h")]
    [InlineData("window: { initcwnd: 10 }\nconfirm: 99999999999h", "confirm", "10s to 24h")]
    [InlineData("window: &w { initcwnd: 10 }", "", "the anchor &w is not allowed")]
    [InlineData("window: { initcwnd: !!int 10 }", "", "the tag tag:yaml.org,2002:int is not allowed")]
    public void Each_rule_says_what_to_write(string lines, string path, string rule)
    {
        var problem = Assert.Single(PolicyReader.Read($"policy: a\n{lines}\nscopes: [default]").Problems);
        Assert.Equal(path, problem.Path);
        Assert.Contains(rule, problem.Rule, StringComparison.Ordinal);
        Assert.True(problem is { Line: > 0, Column: > 0 });
    }

    [Theory]
    [InlineData("[prefix: 10.1.2.3/8]", "scopes[0].prefix", "write 10.0.0.0/8")]
    [InlineData("[prefix: 2001:db8::1/32]", "scopes[0].prefix", "write 2001:db8::/32")]
    [InlineData("[prefix: 10.0.0.1]", "scopes[0].prefix", "write 10.0.0.1/32")]
    [InlineData("[prefix: 10.0.0.0/33]", "scopes[0].prefix", "0 to 32")]
    [InlineData("[prefix: 10/8]", "scopes[0].prefix", "must be an IPv4 or IPv6 prefix")]
    [InlineData("[prefix: 010.0.0.0/8]", "scopes[0].prefix", "must be an IPv4 or IPv6 prefix")]
    [InlineData("[prefix: 'fe80::%eth0/64']", "scopes[0].prefix", "must be an IPv4 or IPv6 prefix")]
    [InlineData("[prefix: '::ffff:10.0.0.0/104']", "scopes[0].prefix", "must be an IPv4 or IPv6 prefix")]
    [InlineData("[prefix: 0.0.0.0/0]", "scopes[0].prefix", "write `- default`")]
    [InlineData("[prefix: '::/0']", "scopes[0].prefix", "write `- default`")]
    [InlineData("[prefix: 10.0.0.0/0]", "scopes[0].prefix", "write `default`")]
    [InlineData("[interface: eth0/1]", "scopes[0].interface", "1 to 15 bytes")]
    [InlineData("[interface: 'eth 0']", "scopes[0].interface", "1 to 15 bytes")]
    [InlineData("[interface: abcdefghijklmnop]", "scopes[0].interface", "1 to 15 bytes")]
    [InlineData("[interface: éééééééé]", "scopes[0].interface", "1 to 15 bytes")]
    [InlineData("[interface: \"eth0\\r\\n\"]", "scopes[0].interface", "1 to 15 bytes")]
    [InlineData("[interface: \"eth\\0\"]", "scopes[0].interface", "1 to 15 bytes")]
    [InlineData("[interface: ..]", "scopes[0].interface", "1 to 15 bytes")]
    [InlineData("[interface: ]", "scopes[0].interface", "1 to 15 bytes")]
    [InlineData("[default, default]", "scopes[1]", "the same scope as scopes[0]")]
    [InlineData("[prefix: 2001:db8::/32, prefix: 2001:0DB8::/32]", "scopes[1]", "the same scope as scopes[0]")]
    [InlineData("[{ prefix: 10.0.0.0/8, interface: eth0 }]", "scopes[0]", "write a scope for each")]
    [InlineData("[{ table: 100, prefix: 10.0.0.0/8 }]", "scopes[0]", "names prefix and table")]
    [InlineData("[{ containers: web }]", "scopes[0].containers", "at 1: 'web': a word without a key selects nothing; write pod:web")]
    [InlineData("[{ containers: 'label:app=web' }]", "scopes[0].containers", "cannot read the labels of pods")]
    [InlineData("[{ containers: 'namespaces:shop' }]", "scopes[0].containers", "did you mean 'namespace'?")]
    [InlineData("[{ containers: 'Pod:web' }]", "scopes[0].containers", "keys are lower-case; write pod")]
    [InlineData("[{ containers: '' }]", "scopes[0].containers", "is missing: write '*' for every container")]
    [InlineData("[{ containers: '* pod:web' }]", "scopes[0].containers", "means every container and stands alone")]
    [InlineData("[{ containers: [web] }]", "scopes[0].containers", "must be a selector of containers")]
    [InlineData("[{ containers: 'pod:a', table: 100 }]", "scopes[0]", "names table and containers")]
    [InlineData("[{ containers: 'pod:b,a' }, { containers: 'pod:a,b' }]", "scopes[1]", "the same scope as scopes[0]")]
    [InlineData("[table: main]", "scopes[0].table", "write `default`, `prefix` or `interface`")]
    [InlineData("[table: 255]", "scopes[0].table", "write `table: local`")]
    [InlineData("[table: 0]", "scopes[0].table", "must be the number of a routing table")]
    [InlineData("[table: 0100]", "scopes[0].table", "must be the number of a routing table")]
    [InlineData("[table: blue]", "scopes[0].table", "must be the number of a routing table")]
    [InlineData("[table: ]", "scopes[0].table", "must be the number of a routing table")]
    [InlineData("[table: 4294967296]", "scopes[0].table", "must be the number of a routing table")]
    [InlineData("[{ default: { initcwnd: 4 } }]", "scopes[0]", "`default` stands alone")]
    [InlineData("[{ prefx: 10.0.0.0/8 }]", "scopes[0].prefx", "did you mean 'prefix'?")]
    [InlineData("[{ window: { initcwnd: 4 } }]", "scopes[0]", "a scope is")]
    [InlineData("[10.0.0.0/8]", "scopes[0]", "did you mean `prefix: 10.0.0.0/8`?")]
    [InlineData("[defualt]", "scopes[0]", "did you mean `default`?")]
    [InlineData("[[default]]", "scopes[0]", "a scope is")]
    [InlineData("[]", "scopes", "missing or empty")]
    [InlineData("", "scopes", "missing or empty")]
    [InlineData("default", "scopes", "must be a list")]
    public void Each_scope_rule_says_what_to_write(string scopes, string path, string rule)
    {
        var problem = Assert.Single(PolicyReader.Read($"policy: a\nwindow: {{ initcwnd: 4 }}\nscopes: {scopes}").Problems);
        Assert.Equal(path, problem.Path);
        Assert.Contains(rule, problem.Rule, StringComparison.Ordinal);
        Assert.Equal(3, problem.Line);
    }

    [Theory]
    [InlineData("edge", true)]
    [InlineData("'10'", true)]
    [InlineData("a-1", true)]
    [InlineData("10", false)]
    [InlineData("true", false)]
    [InlineData("", false)]
    [InlineData("Edge", false)]
    [InlineData("-edge", false)]
    [InlineData("edge-", false)]
    [InlineData("edge.web", false)]
    [InlineData("\"edge\\n\"", false)]
    [InlineData("[edge]", false)]
    public void A_name_is_a_dns_label(string name, bool good)
    {
        var problems = PolicyReader.Read($"policy: {name}\nwindow: {{ initcwnd: 4 }}\nscopes: [default]").Problems;
        Assert.Equal(good ? 0 : 1, problems.Count);
        Assert.All(problems, p => Assert.Equal("policy", p.Path));
    }

    [Fact]
    public void A_name_has_at_most_63_characters()
    {
        static int Problems(int length) =>
            PolicyReader.Read($"policy: {new string('a', length)}\nwindow: {{ initcwnd: 4 }}\nscopes: [default]").Problems.Count;
        Assert.Equal((0, 1), (Problems(63), Problems(64)));
    }

    [Fact]
    public void A_misspelt_key_is_one_problem_and_not_also_missing()
    {
        var problems = PolicyReader.Read("polcy: a\nwindw: { initcwnd: 4 }\nscope: [default]\nlimits: { maxx: 4 }").Problems;
        Assert.Equal(["polcy", "windw", "scope", "limits.maxx"], problems.Select(p => p.Path));
        Assert.All(problems, p => Assert.Contains("did you mean", p.Rule, StringComparison.Ordinal));
    }

    [Fact]
    public void A_scope_without_a_window_is_found_only_where_there_is_none()
    {
        var result = PolicyReader.Read("policy: a\nscopes: [default, { interface: eth0, window: { initcwnd: 4 } }]");
        Assert.Equal("scopes[0].window", Assert.Single(result.Problems).Path);
    }

    [Theory]
    [InlineData("window: { initcwnd: 11 }", "window.initcwnd", "10 segments are the maximum, unless measurements there support more.")]
    [InlineData("window: { initcwnd: 10 }\noverride: for no reason at all", "override", "no window of this policy")]
    [InlineData("window: { initrwnd: 20 }", "window.initrwnd", "lowers")]
    [InlineData("window: { initrwnd: 43 }", "window.initrwnd", "lowers")]
    [InlineData("window: { initcwnd: 10 }\nmode: audit\nconfirm: 1m", "confirm", "audit")]
    public void Doubtful_values_are_warned_of_and_allowed(string lines, string path, string thought)
    {
        var result = PolicyReader.Read($"policy: a\n{lines}\nscopes: [default]");
        Assert.NotNull(result.Policy);
        var warning = Assert.Single(result.Warnings);
        Assert.Equal(path, warning.Path);
        Assert.Contains(thought, warning.Rule, StringComparison.Ordinal);
        Assert.DoesNotContain("measured", warning.Rule, StringComparison.Ordinal);
    }

    [Fact]
    public void A_window_may_be_as_large_as_its_own_limit() =>
        Assert.Empty(PolicyReader.Read("policy: a\nwindow: { initcwnd: 10 }\nscopes: [default]\nlimits: { max: 10 }").Problems);

    [Fact]
    public void A_receive_window_of_what_a_host_announces_anyway_lowers_nothing() =>
        Assert.Empty(PolicyReader.Read("policy: a\nwindow: { initrwnd: 44 }\nscopes: [default]").Warnings);

    [Fact]
    public void Ten_segments_are_not_doubtful() =>
        Assert.Empty(PolicyReader.Read("policy: a\nwindow: { initcwnd: 10 }\nscopes: [default]").Warnings);
}
