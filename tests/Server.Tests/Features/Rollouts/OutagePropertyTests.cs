using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>What hosts with and without a revision share says nothing about it, and hides nothing of it for long.</summary>
public sealed class OutagePropertyTests
{
    [Theory]
    [InlineData(1UL)]
    [InlineData(2UL)]
    [InlineData(3UL)]
    public async Task No_outage_rolls_a_harmless_revision_back(ulong seed)
    {
        await using var run = await OutageRun.StartAsync(seed, harms: false);
        for (var minute = 0; minute < 180; minute++)
        {
            await run.StepAsync();
            Assert.True(run.Rollout.Summary.State != RolloutState.RolledBack, run.Drawn);
        }
        Assert.True(run.Rollout.Summary is { State: RolloutState.Running, Failed: 0 }, run.Drawn);
    }

    [Theory]
    [InlineData(1UL)]
    [InlineData(2UL)]
    [InlineData(3UL)]
    public async Task A_revision_that_cuts_its_hosts_off_is_rolled_back_whatever_else_fails(ulong seed)
    {
        await using var run = await OutageRun.StartAsync(seed, harms: true);
        for (var minute = 0; minute < 240 && run.Rollout.Summary.State != RolloutState.RolledBack; minute++)
            await run.StepAsync();
        Assert.True(run.Rollout.Summary is { State: RolloutState.RolledBack, Ring: 1 }, run.Drawn);
    }
}
