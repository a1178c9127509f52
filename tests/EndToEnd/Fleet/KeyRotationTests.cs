using System.Text.Json;
using IwTune.Lab;
using IwTune.Testing;
using static IwTune.EndToEnd.Fleet.Joining;

namespace IwTune.EndToEnd.Fleet;

/// <summary>Keys are replaced with the real command while the real server and agents run.</summary>
public sealed class KeyRotationTests : IClassFixture<Joining>
{
    private readonly Joining joining;

    public KeyRotationTests(Joining joining)
    {
        Privileged.Require();
        this.joining = joining;
    }

    [Fact]
    public async Task The_signing_key_and_the_CA_are_replaced_and_no_host_enrols_again()
    {
        joining.Push("fra", 4);
        var agent = joining.Agent(0);
        var token = joining.Server.CreateToken("--uses", "1", "--labels", "site=fra");
        Ran(agent.Enrol(joining.Server.Url, token));
        agent.Start();
        await InitCwndIsAsync(agent, 4);
        var (daemon, secret) = (agent.Daemon, Identity(agent, "secret"));

        Assert.Contains(
            "signing key",
            Ran(joining.Server.Run("keys", "rotate", "signing", "--reason", "yearly")),
            StringComparison.Ordinal
        );
        await Until.TrueAsync(
            () => States("Signing") is ["InUse", "Retired"],
            () => $"{joining.Server.Run("keys", "list").Output}\n{agent.Output}\n{joining.Server.Output}"
        );
        joining.Push("fra", 6);
        await InitCwndIsAsync(agent, 6);

        Ran(joining.Server.Run("keys", "rotate", "authority"));
        await Until.TrueAsync(
            () => Keys().GetProperty("behind").GetInt64() == 0,
            () => $"{joining.Server.Run("keys", "list").Output}\n{agent.Output}"
        );
        var old = Keys()
            .GetProperty("keys")
            .EnumerateArray()
            .Last(key => key.GetProperty("kind").GetString() == "Authority")
            .GetProperty("id")
            .GetString()!;
        Assert.Contains("--ca-pin", Ran(joining.Server.Run("keys", "retire", old[..12])), StringComparison.Ordinal);
        await Until.TrueAsync(
            () => joining.Server.CreateToken("--uses", "1").CaPin is var pin && pin != token.CaPin,
            () => "the pin stays"
        );
        joining.Server.Stop();
        await joining.Server.StartAgainAsync();
        Assert.Contains("not the pinned one", joining.Administrator.Run("fleet", "hosts").Error, StringComparison.Ordinal);
        using var after = new Administrator(joining.Site.Client, joining.Server, "admin");
        joining.Push("fra", 8, by: after);
        await InitCwndIsAsync(agent, 8);
        Assert.Same(daemon, agent.Daemon);
        Assert.False(daemon.Ended);
        Assert.Equal(secret, Identity(agent, "secret"));
        Assert.Equal(token.CaPin, Identity(agent, "fleet"));
    }

    private IReadOnlyList<string?> States(string kind) =>
        [
            .. Keys()
                .GetProperty("keys")
                .EnumerateArray()
                .Where(key => key.GetProperty("kind").GetString() == kind)
                .Select(key => key.GetProperty("state").GetString()),
        ];

    private JsonElement Keys()
    {
        using var all = JsonDocument.Parse(Ran(joining.Server.Run("keys", "list", "--json")));
        return all.RootElement.Clone();
    }
}
