namespace IwTune.Agent.Tests.Cli.Fleet;

[Collection("command line")]
public sealed class AgentsHostsTests
{
    [Fact]
    public async Task An_inventory_without_a_host_says_so_beside_the_file()
    {
        using var fleet = new FleetShell { Answer = _ => (200, "", "[]") };
        var said = await fleet.RunAsync("agents", "hosts", "--inventory");
        Assert.Equal(0, said.Exit);
        Assert.Empty(said.Out);
        Assert.Equal("The inventory is empty: no host has an older agent.", said.Error.Trim());
    }
}
