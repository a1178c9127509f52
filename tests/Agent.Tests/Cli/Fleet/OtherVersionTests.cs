using System.Text.Json;
using IwTune.Agent.Cli.Fleet;
using IwTune.Agent.Control;
using IwTune.Shared.Fleet;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli.Fleet;

/// <summary>Command line and server are updated at different times.</summary>
[Collection("command line")]
public sealed class OtherVersionTests
{
    private const string Unknown = "Unknown address. See /api/v1/openapi.json.";

    [Theory]
    [InlineData(404)]
    [InlineData(405)]
    [InlineData(400)]
    public async Task A_call_that_an_older_server_does_not_know_is_refused_with_both_versions(int status)
    {
        using var fleet = new FleetShell { Answer = path => path == FleetPaths.WhoAmI ? Server("0.0.9") : Refusal(status) };
        var said = await fleet.RunAsync("holds", "list");
        Assert.StartsWith($"{Unknown}\nlocalhost:", said.Error, StringComparison.Ordinal);
        Assert.Contains(
            $"runs iwtune-server 0.0.9, which is older than this command line ({AgentVersion.Text}). Update the server, or",
            said.Error,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task An_answer_that_cannot_be_read_is_refused_with_both_versions_too()
    {
        using var fleet = new FleetShell { Answer = path => path == FleetPaths.WhoAmI ? Server("99.0.0") : (200, "", "[1]") };
        var said = await fleet.RunAsync("holds", "list");
        Assert.StartsWith("The server's answer cannot be read.\n", said.Error, StringComparison.Ordinal);
        Assert.Contains($"and this command line is older ({AgentVersion.Text}). Update iwtune here.", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Programs_of_one_version_and_servers_that_name_none_are_not_compared()
    {
        using var same = new FleetShell { Answer = path => path == FleetPaths.WhoAmI ? Server(AgentVersion.Text) : Refusal(404) };
        Assert.Equal(Unknown, (await same.RunAsync("holds", "list")).Error.Trim());
        using var silent = new FleetShell { Answer = _ => Refusal(404) };
        Assert.Equal(Unknown, (await silent.RunAsync("holds", "list")).Error.Trim());
    }

    [Theory]
    [InlineData("0.9.0", "0.10.0", true)]
    [InlineData("0.9.0-rc1", "0.9.1", true)]
    [InlineData("1.0.0", "1.0.0", null)]
    [InlineData("unknown", "1.0.0", null)]
    [InlineData(null, "1.0.0", null)]
    [InlineData("2.0.0", "1.9.9", false)]
    public void Versions_are_compared_as_numbers(string? theirs, string ours, bool? older)
    {
        var said = OtherVersion.Explanation("s:7443", theirs, ours);
        Assert.Equal(older is null, said is null);
        Assert.Equal(older == true, said?.Contains("Update the server", StringComparison.Ordinal) == true);
        Assert.Equal(older == false, said?.Contains("Update iwtune here", StringComparison.Ordinal) == true);
    }

    private static (int Status, string Headers, string Body) Refusal(int status) =>
        (
            status,
            "",
            JsonSerializer.Serialize(
                new FleetProblem("Unknown address.", status, "See /api/v1/openapi.json.", null),
                WireJson.Default.FleetProblem
            )
        );

    // With a permission of the future.
    private static (int Status, string Headers, string Body) Server(string version) =>
        (200, "", $$"""{"name":"ada","serverVersion":"{{version}}","permissions":["TeleportHosts"]}""");
}
