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

    private static (int Status, string Headers, string Body) Policies() =>
        (200, "", JsonSerializer.Serialize([PoliciesListTests.Policy(0)], PoliciesJson.Default.IReadOnlyListPolicySummary));
}
