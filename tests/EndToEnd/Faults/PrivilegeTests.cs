using IwTune.Lab;

namespace IwTune.EndToEnd.Faults;

public sealed class PrivilegeTests
{
    [Theory]
    [InlineData("apply")]
    [InlineData("run")]
    public void Without_the_capability_it_ends_with_5_and_names_it(string verb)
    {
        using var site = new TestSite();
        var state = Directory.CreateDirectory(site.File("state")).FullName;
        var policy = site.Policy(4);
        // No capability is left, and none can be regained: the user is root by number only.
        string[] arguments = verb == "run" ? ["run", "--policy", policy, "--socket", site.File("none.sock")] : [verb, policy];
        var result = site.Host.Space.TryExec(
            "setpriv",
            ["--bounding-set=-all", "--inh-caps=-all", Binaries.Agent, .. arguments, "--state", state]
        );
        Assert.True(result.ExitCode == 5, $"exit {result.ExitCode}: {result.Error}{result.Output}");
        Assert.Contains("CAP_NET_ADMIN", result.Error, StringComparison.Ordinal);
        site.AssertUntouched();
    }

    [Fact]
    public void Looking_needs_no_privilege()
    {
        using var site = new TestSite();
        var result = site.Host.Space.TryExec(
            "setpriv",
            "--bounding-set=-all",
            "--inh-caps=-all",
            Binaries.Agent,
            "show",
            "--state",
            site.File("none")
        );
        Assert.True(result.ExitCode == 0, result.Error);
        Assert.Contains("default via 10.77.1.1", result.Output, StringComparison.Ordinal);
    }
}
