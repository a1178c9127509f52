using System.Text.Json.Nodes;
using IwTune.Lab;
using IwTune.Testing;
using static IwTune.EndToEnd.Fleet.Joining;

namespace IwTune.EndToEnd.Fleet;

/// <summary>The identity of a host was copied to another machine.</summary>
public sealed class StolenSecretTests : IClassFixture<Joining>
{
    private readonly Joining joining;

    public StolenSecretTests(Joining joining)
    {
        Privileged.Require();
        this.joining = joining;
    }

    [Fact]
    public async Task A_stolen_secret_is_worth_nothing_without_the_hosts_key()
    {
        joining.Push("par", 4);
        var agent = joining.Joined(0, "par");
        await InitCwndIsAsync(agent, 4);
        await StandsAsync(agent, "Member");

        var thief = joining.Agent(1);
        Directory.CreateDirectory(thief.State);
        var stolen = JsonNode.Parse(File.ReadAllText(Path.Combine(agent.State, "identity.json")))!.AsObject();
        Assert.True(stolen.Remove("key"), stolen.ToJsonString());
        File.WriteAllText(Path.Combine(thief.State, "identity.json"), stolen.ToJsonString());
        File.SetUnixFileMode(Path.Combine(thief.State, "identity.json"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        thief.Start();
        await Until.TrueAsync(() => thief.Output.Contains("key", StringComparison.OrdinalIgnoreCase), () => thief.Output);
        Assert.Null(InitCwnd(thief));
        joining.Push("par", 6);
        await InitCwndIsAsync(agent, 6);
        await StandsAsync(agent, "Member");
        Assert.Null(InitCwnd(thief));
    }
}
