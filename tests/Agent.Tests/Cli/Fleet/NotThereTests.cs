using System.Text.Json;
using IwTune.Agent.Cli.Fleet;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli.Fleet;

[Collection("command line")]
public sealed class NotThereTests
{
    [Theory]
    [InlineData(
        "There is no policy 'edgee'.",
        FleetPaths.Policies,
        "There is no policy 'edgee'. Did you mean 'edge'? 'iwtune fleet policies' lists all."
    )]
    [InlineData("There is no policy 'web'.", FleetPaths.Policies, "There is no policy 'web'. 'iwtune fleet policies' lists all.")]
    [InlineData(
        "There is no revision 9 of a policy 'edgee'.",
        FleetPaths.Policies + "/edgee",
        "There is no revision 9 of a policy 'edgee'. Did you mean 'edge'? 'iwtune fleet policies' lists all."
    )]
    [InlineData(
        "There is no revision 9 of a policy 'edge'.",
        FleetPaths.Policies + "/edge",
        "There is no revision 9 of a policy 'edge'. 'iwtune fleet policies history edge' lists its revisions."
    )]
    public async Task A_name_that_is_not_there_comes_with_the_nearest_one_and_the_command_that_lists_them(
        string title,
        string see,
        string expected
    )
    {
        using var fleet = new FleetShell { Answer = path => path == FleetPaths.Policies ? Policies() : Refusal(title, see) };
        var said = await fleet.RunAsync("policies", "show", "edgee");
        Assert.Equal(1, said.Exit);
        Assert.Equal(expected, said.Error.Trim());
    }

    [Fact]
    public async Task Swapped_letters_in_the_name_of_an_account_lead_to_it()
    {
        using var fleet = new FleetShell
        {
            Answer = path =>
                path == FleetPaths.Users
                    ? (200, "", $"[{User("brita")},{User("anna")}]")
                    : Refusal("There is no user 'birta'.", FleetPaths.Users),
        };
        var said = await fleet.RunAsync("users", "lock", "birta");
        Assert.Equal("There is no user 'birta'. Did you mean 'brita'? 'iwtune fleet users' lists all.", said.Error.Trim());
    }

    [Theory]
    [InlineData("wbe-1", true)]
    [InlineData("WEB-1", true)]
    [InlineData("db-1", false)]
    [InlineData("web-1", false)] // it exists: something else was wrong
    public async Task A_name_within_a_request_comes_with_the_nearest_one_too(string named, bool suggested)
    {
        using var fleet = new FleetShell
        {
            Answer = path =>
                path.StartsWith(FleetPaths.Hosts, StringComparison.Ordinal)
                    ? (200, "", $$"""{"hosts":[{{Host("web-1")}}],"matched":1,"total":1}""")
                    : Problem("host", named),
        };
        var said = await fleet.RunAsync("holds", "set", named, "--reason", "why");
        Assert.Equal(suggested, said.Error.Contains("Did you mean 'web-1'? 'iwtune fleet hosts' lists all.", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Of_a_large_fleet_the_hosts_that_share_a_third_of_the_name_are_compared()
    {
        using var fleet = new FleetShell();
        fleet.Answer = path =>
            path.StartsWith(FleetPaths.Hosts + "?q=&", StringComparison.Ordinal)
                ? (200, "", """{"hosts":[],"next":"x","matched":9999,"total":9999}""")
            : path.StartsWith(FleetPaths.Hosts + "?q=017&", StringComparison.Ordinal)
                ? (200, "", $$"""{"hosts":[{{Host("fra-web-017")}}],"matched":1,"total":9999}""")
            : path.StartsWith(FleetPaths.Hosts + "?q=", StringComparison.Ordinal) ? (200, "", """{"hosts":[],"matched":0,"total":9999}""")
            : Refusal("There is no host 'fra-wbe-017', or more than one has this name.", FleetPaths.Hosts);
        var said = await fleet.RunAsync("hosts", "show", "fra-wbe-017");
        Assert.Contains("Did you mean 'fra-web-017'?", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_token_that_was_named_by_its_name_comes_with_its_id()
    {
        const string id = "0193a0b0-0000-7000-8000-000000000001";
        using var fleet = new FleetShell
        {
            Answer = path =>
                path == FleetPaths.Tokens ? (200, "", $"[{Token(id)}]") : Refusal("There is no valid token 'latpop'.", FleetPaths.Tokens),
        };
        Assert.Contains(
            $"Did you mean '{id}', named 'laptop'? 'iwtune fleet tokens' lists all.",
            (await fleet.RunAsync("tokens", "revoke", "latpop")).Error,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_caller_who_may_not_list_names_still_reads_the_command()
    {
        using var fleet = new FleetShell
        {
            Answer = path => path == FleetPaths.Policies ? (403, "", "") : Refusal("There is no policy 'edgee'.", FleetPaths.Policies),
        };
        var said = await fleet.RunAsync("policies", "show", "edgee");
        Assert.Equal("There is no policy 'edgee'. 'iwtune fleet policies' lists all.", said.Error.Trim());
    }

    [Fact]
    public async Task Every_command_that_an_advice_names_lists()
    {
        using var fleet = new FleetShell();
        foreach (var words in NotThere.Commands.Values)
            Assert.Contains($"Usage: iwtune fleet {words}", (await fleet.HelpAsync(words.Split(' '))).Out, StringComparison.Ordinal);
    }

    private static (int Status, string Headers, string Body) Refusal(string title, string see) =>
        (404, "", JsonSerializer.Serialize(new FleetProblem(title, 404, $"See GET {see}.", null), WireJson.Default.FleetProblem));

    private static string Token(string id) =>
        $$"""
            {"id":"{{id}}","kind":"Api","name":"laptop","prefix":"iwa_","labels":{},"author":"ada",
             "created":"2026-01-01T00:00:00Z","expires":"2027-01-01T00:00:00Z","used":0}
            """;

    private static string User(string name) => $$"""{"name":"{{name}}","grants":[],"created":"2026-01-01T00:00:00Z","tokens":0}""";

    private static string Host(string name) =>
        $$"""{"id":"1","name":"{{name}}","os":"linux","labels":{},"verdict":"Compliant","reason":"","enrolled":"2026-01-01T00:00:00Z"}""";

    private static (int Status, string Headers, string Body) Problem(string field, string value) =>
        (
            400,
            "",
            JsonSerializer.Serialize(
                new FleetProblem("No host was held.", 400, "1 problem.", [new(field, value, "no host has this name or id", 0, 0)]),
                WireJson.Default.FleetProblem
            )
        );

    private static (int Status, string Headers, string Body) Policies() =>
        (200, "", JsonSerializer.Serialize([PoliciesListTests.Policy(0)], PoliciesJson.Default.IReadOnlyListPolicySummary));
}
