using System.Text.Json;

namespace IwTune.EndToEnd.Wine;

/// <summary>The commands of the program for Windows over a netsh.exe in system32, without a daemon and a server.</summary>
[Collection(nameof(UnderWine))]
public sealed class VerbsTests(WindowsPattern pattern)
{
    [Fact]
    public void Show_plan_apply_verify_and_rollback_leave_the_templates_as_they_were()
    {
        using var host = new WindowsHost(pattern);
        var policy = host.Policy(16);

        Assert.Contains("Internet", host.Ran(0, "show"), StringComparison.Ordinal);
        Assert.Contains("16", host.Ran(2, "plan", policy), StringComparison.Ordinal);
        host.AssertUntouched();

        host.Ran(0, "apply", policy);
        Assert.Equal((16, 16, 4), (host.Window("Internet"), host.Window("Datacenter"), host.Window("Compat")));
        host.Ran(0, "verify");

        host.Machine.Change(machine => machine.WithWindow("Internet", 4));
        host.Ran(2, "verify");
        host.Ran(0, "apply", policy);
        Assert.Equal(16, host.Window("Internet"));
        Assert.Contains("edge", host.Ran(0, "history"), StringComparison.Ordinal);
        Assert.Contains("icw=10", host.Ran(0, "explain-rollback"), StringComparison.Ordinal);

        host.Ran(0, "rollback", "--all");
        host.AssertUntouched();
    }

    /// <summary>The labels of netsh are German and in code page 850.</summary>
    [Fact]
    public void A_german_windows_is_set_proved_by_reading_back_and_put_back()
    {
        using var host = new WindowsHost(pattern, "de-DE");
        host.Ran(0, "apply", host.Policy(16));
        Assert.Equal((16, 16), (host.Window("Internet"), host.Window("Datacenter")));
        host.Ran(0, "rollback", "--all");
        host.AssertUntouched();
    }

    [Fact]
    public void Json_is_json_for_every_read_verb()
    {
        using var host = new WindowsHost(pattern);
        var policy = host.Policy(16);
        foreach (
            var (code, verb) in new[] { (0, "show --json"), (2, $"plan {policy} --json"), (0, "history --json"), (0, "doctor --json") }
        )
        {
            var result = host.RunHere(verb.Split(' '));
            using var json = JsonDocument.Parse(result.Output);
            Assert.True(
                code == result.ExitCode || verb.StartsWith("doctor", StringComparison.Ordinal),
                $"{verb}: {result.ExitCode} {result.Error}"
            );
        }
        host.AssertUntouched();
    }

    [Fact]
    public void Wines_own_netsh_which_prints_nothing_and_ends_with_0_is_no_success()
    {
        using var host = new WindowsHost(pattern);
        host.Windows.RestoreWinesNetsh();
        var policy = host.Policy(16);

        var shown = host.RunHere("show");
        Assert.Equal(1, shown.ExitCode);
        Assert.Contains("netsh", shown.Error, StringComparison.Ordinal);
        var applied = host.RunHere("apply", policy);
        Assert.Equal(1, applied.ExitCode);
        Assert.Contains("netsh", applied.Error, StringComparison.Ordinal);
        Assert.Empty(host.Machine.Calls);
        host.AssertUntouched();
    }
}
