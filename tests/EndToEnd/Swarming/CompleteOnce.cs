using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.EndToEnd.Swarming;

/// <summary>A rollout that is complete, and of which a killed server repeated nothing.</summary>
internal static class CompleteOnce
{
    public static void Check(RolloutDetail done, int rings)
    {
        Assert.True(done.Summary.State == RolloutState.Complete, done.Summary.Sentence);
        RolloutEventKind[] once = [RolloutEventKind.Planned, RolloutEventKind.Started, RolloutEventKind.Completed];
        Assert.All(once, kind => Assert.Single(done.Events, happened => happened.Kind == kind));
        var started = done
            .Events.Where(happened => happened.Kind == RolloutEventKind.RingStarted)
            .Select(happened => happened.Text)
            .ToList();
        Assert.Equal(rings, started.Count);
        Assert.Equal(rings, started.Distinct(StringComparer.Ordinal).Count());
    }
}
