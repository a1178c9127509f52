using IwTune.EndToEnd.Counterfeit;
using IwTune.Lab;
using IwTune.Shared.Wire;

namespace IwTune.EndToEnd.Fleet;

public sealed class UnfinishedConfirmTests
{
    [Fact]
    public async Task Killed_between_journal_and_confirm_the_agent_puts_the_before_image_back_when_it_starts_again()
    {
        using var site = new TestSite();
        await using var server = await site.CounterfeitAsync();
        var agent = await AwaitingConfirmAsync(site, server, initCwnd: 4);

        agent.Daemon.Kill();
        Assert.Equal(4, site.InitCwnd());
        agent.Start();
        await site.InitCwndIsAsync(null, () => agent.Output);
        site.AssertUntouched();
    }

    [Fact]
    public async Task Not_confirmed_in_time_the_before_image_goes_back_and_the_bundle_is_not_taken_again()
    {
        using var site = new TestSite();
        await using var server = await site.CounterfeitAsync();
        var agent = await AwaitingConfirmAsync(site, server, initCwnd: 4, confirmSeconds: 10);
        await site.InitCwndIsAsync(null, () => agent.Output);
        site.AssertUntouched();

        server.Speaks = true;
        await Until.TrueAsync(() => server.CheckIns.Any(checkIn => checkIn.Rejected is not null), () => agent.Output);
        await Until.TrueAsync(() => server.Events.Any(happened => happened.Kind == HostEventKind.PutBack), () => agent.Output);
        Assert.Null(site.InitCwnd());
    }

    [Fact]
    public async Task A_publication_during_an_unfinished_confirm_takes_over_and_what_is_put_back_is_what_was_there_first()
    {
        using var site = new TestSite();
        await using var server = await site.CounterfeitAsync();
        var agent = await AwaitingConfirmAsync(site, server, initCwnd: 4);

        server.Next(Bundles.For(6, sequence: 2, confirmSeconds: 120).SignedBy(server.Keys.Signing));
        server.Speaks = true;
        await site.InitCwndIsAsync(6, () => agent.Output);
        await Until.TrueAsync(() => agent.TryStatus()?.State is { Phase: BundlePhase.Applied, Revision: 2 }, () => agent.Output);

        var undone = agent.RunHere("rollback", "--all");
        Assert.True(undone.ExitCode == 0, undone.Error + undone.Output);
        site.AssertUntouched();
    }

    /// <summary>The bundle is applied, and the server stops answering before the agent can confirm.</summary>
    private static async Task<AgentProcess> AwaitingConfirmAsync(TestSite site, FakeServer server, int initCwnd, int confirmSeconds = 120)
    {
        var agent = site.Agent();
        var joined = agent.Enrol(server.Url, server.Token);
        Assert.True(joined.ExitCode == 0, joined.Error + joined.Output);
        server.NextThenSilence(Bundles.For(initCwnd, sequence: 1, confirmSeconds).SignedBy(server.Keys.Signing));
        agent.Start();
        await site.InitCwndIsAsync(initCwnd, () => agent.Output);
        await Until.TrueAsync(
            () => agent.TryStatus()?.State.Phase == BundlePhase.AwaitingConfirm,
            () => agent.TryStatus()?.Json + agent.Output
        );
        return agent;
    }
}
