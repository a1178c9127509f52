using System.Text.Json;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Agent.Tests.Cli.Fleet;

/// <summary>For a name that several hosts have, the answer lists their ids.</summary>
[Collection("command line")]
public sealed class SameNameTests : IDisposable
{
    private readonly FleetShell _fleet = new();

    public SameNameTests() => _fleet.Answer = Answer;

    [Theory]
    [InlineData("hosts", "show", "web")]
    [InlineData("drift", "--host", "web")]
    [InlineData("holds", "set", "web", "--reason", "why")]
    [InlineData("holds", "release", "web", "--reason", "why")]
    [InlineData("hosts", "rotate", "web", "--reason", "why")]
    [InlineData("exceptions", "add", "--host", "web", "--days", "1", "--reason", "why")]
    public async Task Every_verb_lists_the_hosts_of_that_name(params string[] typed)
    {
        var said = await _fleet.RunAsync(typed);
        Assert.Equal(1, said.Exit);
        Assert.Equal(
            "2 hosts have the name 'web'. Nothing was done. Use the id instead of the name:\n"
                + "  web  id-1  last seen 5m 0s ago\n"
                + "  web  id-2  never seen\n",
            said.Error
        );
    }

    [Fact]
    public async Task A_name_that_nobody_has_is_refused_as_the_server_says() =>
        Assert.DoesNotContain("have the name", (await _fleet.RunAsync("hosts", "show", "web-2")).Error, StringComparison.Ordinal);

    [Fact]
    public async Task Json_has_it_as_text() =>
        Assert.Contains(
            "id-2",
            JsonDocument.Parse((await _fleet.RunAsync("hosts", "show", "web", "--json")).Out).RootElement.GetProperty("text").GetString(),
            StringComparison.Ordinal
        );

    [Theory]
    [InlineData("new")]
    [InlineData("id-9")]
    public async Task A_host_that_waits_for_approval_is_said_to_wait_and_how_it_is_approved(string named)
    {
        var said = await _fleet.RunAsync("hosts", "show", named);
        Assert.Equal(1, said.Exit);
        Assert.Equal(
            "There is no host of this name, or more than one has it.\n"
                + "new asked to enrol 3m 0s ago and waits for approval; until then the server knows nothing else about it. "
                + "'iwtune fleet hosts approve id-9' lets it into the fleet, 'iwtune fleet hosts pending' shows all that wait.\n",
            said.Error
        );
    }

    private (int Status, string Headers, string Body) Answer(string path)
    {
        if (path.StartsWith($"{FleetPaths.Hosts}?q=web", StringComparison.Ordinal))
            return (
                200,
                "",
                JsonSerializer.Serialize(
                    new HostPage(
                        [Host("web", "id-1", TimeSpan.FromMinutes(5)), Host("web", "id-2", null), Host("web-2", "id-3", null)],
                        null,
                        3,
                        3
                    ),
                    HostsJson.Default.HostPage
                )
            );
        if (path.StartsWith(FleetPaths.Hosts + "?q=", StringComparison.Ordinal))
            return (200, "", JsonSerializer.Serialize(new HostPage([], null, 0, 0), HostsJson.Default.HostPage));
        if (path.StartsWith(FleetPaths.Pending, StringComparison.Ordinal))
            return (200, "", JsonSerializer.Serialize(new PendingPage([Waiting], null, 1), EnrolmentJson.Default.PendingPage));
        return (404, "", """{"title":"There is no host of this name, or more than one has it."}""");
    }

    private PendingHost Waiting =>
        new()
        {
            Id = "id-9",
            Name = "new",
            State = PendingState.Waiting,
            Os = "linux",
            Labels = new Dictionary<string, string>(StringComparer.Ordinal),
            Asked = _fleet.Now - TimeSpan.FromMinutes(3),
            Lapses = _fleet.Now + TimeSpan.FromDays(7),
        };

    private HostSummary Host(string name, string id, TimeSpan? seen) =>
        new()
        {
            Id = id,
            Name = name,
            Os = "linux",
            Labels = new Dictionary<string, string>(StringComparer.Ordinal),
            Verdict = Verdict.Compliant,
            Reason = "",
            Enrolled = _fleet.Now,
            LastSeen = seen is { } ago ? _fleet.Now - ago : null,
        };

    public void Dispose() => _fleet.Dispose();
}
