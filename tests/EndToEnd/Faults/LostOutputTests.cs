using IwTune.Lab;

namespace IwTune.EndToEnd.Faults;

/// <summary>
/// No process reads the program's output: it still completes its work on the host, and the exit code reports the lost output.
/// </summary>
public sealed class LostOutputTests
{
    [Theory]
    [InlineData(">/dev/full")]
    [InlineData(">/dev/full 2>/dev/full")]
    [InlineData(">&-")]
    [InlineData(">&- 2>&- <&-")]
    public void A_change_is_made_and_undone_to_the_end(string redirection)
    {
        using var site = new TestSite();
        var agent = site.Agent();
        var policy = site.Policy(16);

        Assert.Equal(1, Shell(site, $"{Binaries.Agent} apply {policy} --state {agent.State} {redirection}"));
        Assert.Equal(16, site.InitCwnd());
        var history = agent.RunAlone("history");
        Assert.True(history.ExitCode == 0, history.Error); // the journal holds only its own lines
        Assert.Contains("would undo change 1.", history.Output, StringComparison.Ordinal);

        Assert.Equal(1, Shell(site, $"{Binaries.Agent} rollback --state {agent.State} {redirection}"));
        site.AssertUntouched();
        Assert.Equal(0, agent.RunAlone("history").ExitCode);
    }

    [Fact]
    public void What_was_lost_is_said_where_somebody_may_still_read_it()
    {
        using var site = new TestSite();
        var said = site.Host.Space.TryExec("sh", "-c", $"{Binaries.Agent} show --state {site.File("state")} >/dev/full");
        Assert.Equal(1, said.ExitCode);
        Assert.Contains("The output could not be written: No space left on device", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_reader_that_has_seen_enough_is_no_error()
    {
        using var site = new TestSite();
        var said = site.Host.Space.TryExec(
            "bash",
            "-c",
            $"set -o pipefail; {Binaries.Agent} show --all --state {site.File("state")} | head -1"
        );
        Assert.True(said.ExitCode == 0, said.Error);
        Assert.DoesNotContain("could not be written", said.Error, StringComparison.Ordinal);
    }

    private static int Shell(TestSite site, string command) => site.Host.Space.TryExec("sh", "-c", command).ExitCode;
}
