using IwTune.Lab;

namespace IwTune.EndToEnd.Fleet;

/// <summary>A member of the fleet becomes an image, and a machine is made from it.</summary>
public sealed class GoldenImageTests
{
    [Fact]
    public async Task An_image_carries_no_identity_and_no_window_and_a_clone_of_it_enrols_as_a_host_of_its_own()
    {
        using var site = new TestSite();
        var server = await site.ServerAsync();
        using var administrator = new Administrator(site.Site.Client, server, "admin");
        Ran(administrator.Run("fleet", "policies", "push", site.Policy(16), "--assign", "role:edge", "--reason", "test"));
        var token = server.CreateToken("--uses", "5", "--labels", "role=edge");
        var agent = site.Enrolled(server.Url, token);
        await site.InitCwndIsAsync(16);
        var settings = Path.Combine(agent.State, "limits.yaml");
        File.WriteAllText(settings, "max: 32\n");

        var refused = agent.RunHere("prepare-image");
        Assert.NotEqual(0, refused.ExitCode);
        Assert.Equal(16, site.InitCwnd());

        await agent.Daemon.StopAsync();
        var prepared = Ran(agent.RunAlone("prepare-image"));
        Assert.Contains("All windows are restored. The server has retired it.", prepared, StringComparison.Ordinal);
        Assert.Contains("truncate -s 0 /etc/machine-id", prepared, StringComparison.Ordinal);
        Assert.Equal(["limits.yaml"], Directory.EnumerateFileSystemEntries(agent.State).Select(Path.GetFileName));
        site.AssertUntouched();
        Assert.DoesNotContain("host1", Ran(administrator.Run("fleet", "hosts")), StringComparison.Ordinal);

        Ran(agent.Enrol(server.Url, token));
        agent.Start();
        await site.InitCwndIsAsync(16);
        var hosts = Ran(administrator.Run("fleet", "hosts"));
        Assert.Single(hosts.Split('\n'), line => line.StartsWith("host1 ", StringComparison.Ordinal));
    }

    private static string Ran(CommandResult result)
    {
        Assert.True(result.ExitCode == 0, $"exit {result.ExitCode}: {result.Error}{result.Output}");
        return result.Output;
    }
}
