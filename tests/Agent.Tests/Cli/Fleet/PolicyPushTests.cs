using System.Text.Json;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli.Fleet;

/// <summary>What the server says of a policy reaches the person who pushes it.</summary>
[Collection("command line")]
public sealed class PolicyPushTests : IDisposable
{
    private static readonly PolicyProblem Silent = new("scopes[0].window.initcwnd", "16", "no connections were reported (3 hosts)", 0, 0);

    private readonly FleetShell _fleet = new();

    [Fact]
    public async Task Warnings_of_the_server_are_shown_and_those_of_the_document_once()
    {
        var file = _fleet.Edge();
        var own = PolicyReader.Read(await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken)).Warnings;
        var said = await PushAsync(
            file,
            (
                201,
                JsonSerializer.Serialize(
                    new PublishReply("edge", 1, "sha256:1", false, 1, 3, [.. own, Silent]),
                    PoliciesJson.Default.PublishReply
                )
            )
        );

        Assert.Equal(0, said.Exit);
        Assert.Equal(
            [$"warning: {file}:{Assert.Single(own)}", $"warning: {file}: {Silent}"],
            said.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries)
        );
    }

    [Theory]
    [InlineData(3, " 'iwtune fleet policies rollback edge --to 3' restores the previous content.")]
    [InlineData(null, "")]
    public async Task The_way_back_is_the_revision_that_was_released_before(int? previous, string way)
    {
        var reply = new PublishReply("edge", 5, "sha256:5", false, 9, 3, [], previous);
        var said = await PushAsync(_fleet.Edge(), (201, JsonSerializer.Serialize(reply, PoliciesJson.Default.PublishReply)));

        Assert.Equal($"edge: published as revision 5; it reaches 3 hosts.{way}\n", said.Out);
    }

    [Theory]
    [InlineData(null, "No host gets edge yet; 'iwtune fleet assignments set edge --selector …' assigns it. ")]
    [InlineData("*", "No host that matches '*' gets edge yet; hosts that match later do. ")]
    public async Task A_policy_that_was_assigned_and_reaches_no_host_is_not_to_be_assigned_again(string? assign, string advice)
    {
        var reply = new PublishReply("edge", 1, "sha256:1", false, 1, 0, []);
        _fleet.Answer = _ => (201, "", JsonSerializer.Serialize(reply, PoliciesJson.Default.PublishReply));

        string[] options = assign is null ? [] : ["--assign", assign];
        var said = await _fleet.RunAsync(["policies", "push", _fleet.Edge(), .. options]);

        Assert.Contains(advice, said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_staged_policy_is_previewed_with_the_hosts_that_its_assignment_takes()
    {
        var impact = new ImpactPage
        {
            Fleet = 9,
            Affected = 2,
            Windows = 2,
            Outcomes = [],
            Exclusions = [],
            Hosts = [],
        };
        var plan = new PolicyPlan
        {
            Hash = "0",
            Policies =
            [
                new()
                {
                    Name = "edge",
                    Action = PlannedAction.New,
                    Base = 0,
                    Revision = 1,
                },
            ],
            Assignments = [],
            Impact = impact,
            Changes = true,
        };
        _fleet.Answer = path =>
            path.StartsWith(FleetPaths.Impact, StringComparison.Ordinal)
                ? (200, "", JsonSerializer.Serialize(impact, ImpactJson.Default.ImpactPage))
                : (200, "", JsonSerializer.Serialize(new PlanReply(plan, [], []), DirectoryJson.Default.PlanReply));

        var said = await _fleet.RunAsync("policies", "push", _fleet.Edge(), "--stage", "--assign", "site:fra", "--dry-run");

        Assert.Equal(2, said.Exit);
        Assert.Equal(
            "edge: would be staged as revision 1.\n2 of 9 hosts move to another revision or policy; 2 windows change.\n",
            said.Out
        );
    }

    [Fact]
    public async Task A_refusal_ends_with_what_was_not_done()
    {
        var file = _fleet.File("fine.yaml", "policy: fine\nwindow: { initcwnd: 10 }\nscopes: [default]\n");
        var problem = new FleetProblem("The policy was not published.", 400, "1 problem; nothing was changed.", [Silent]);
        var said = await PushAsync(file, (400, JsonSerializer.Serialize(problem, WireJson.Default.FleetProblem)));

        Assert.Equal(64, said.Exit);
        Assert.Equal($"{file}: {Silent}\nThe policy was not published. 1 problem; nothing was changed.\n", said.Error);
    }

    public void Dispose() => _fleet.Dispose();

    private Task<Said> PushAsync(string file, (int Status, string Body) answer)
    {
        _fleet.Answer = _ => (answer.Status, "", answer.Body);
        return _fleet.RunAsync("policies", "push", file);
    }
}
