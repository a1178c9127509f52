using System.Text.Json;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Agent.Tests.Cli.Fleet;

[Collection("command line")]
public sealed class EmptyListTests
{
    [Theory]
    [InlineData("No policies. ", "policies", "list")]
    [InlineData("No assignments. ", "assignments", "list")]
    [InlineData("No rollouts. ", "rollouts", "list")]
    [InlineData("No freezes. ", "freezes", "list")]
    [InlineData("No legal holds. ", "retention", "holds")]
    [InlineData("No exceptions. ", "exceptions", "list")]
    [InlineData("No captures. ", "captures", "list")]
    [InlineData("No surveys. ", "surveys", "list")]
    [InlineData("No webhooks. ", "webhooks", "list")]
    [InlineData("No runs. ", "runs", "list")]
    [InlineData("No schedules. ", "schedules", "list")]
    [InlineData("No sign-ins to acknowledge.", "break-glass", "list")]
    [InlineData("No tokens. ", "tokens", "list")]
    [InlineData("No accounts. ", "users", "list")]
    public async Task An_empty_list_says_so_on_the_error_stream_and_writes_neither_headings_nor_rows(string says, params string[] typed)
    {
        using var shell = new FleetShell { Answer = _ => (200, "", "[]") };
        var said = await shell.RunAsync(typed);
        Assert.Equal((0, ""), (said.Exit, said.Out));
        Assert.StartsWith(says, said.Error, StringComparison.Ordinal);
        Assert.Equal("[]", (await shell.RunAsync([.. typed, "--json"])).Out.Trim());
    }

    [Fact]
    public async Task A_list_of_hosts_that_stand_out_names_itself_and_what_it_has_when_it_is_empty()
    {
        var page = JsonSerializer.Serialize(new StandingPage([], [], null, 0, 8), StandingJson.Default.StandingPage);
        using var shell = new FleetShell { Answer = _ => (200, "", page) };
        Assert.StartsWith(
            "Unreachable: no hosts. This list has hosts that have not reported for too long",
            (await shell.RunAsync("standing", "unreachable")).Error,
            StringComparison.Ordinal
        );
    }
}
