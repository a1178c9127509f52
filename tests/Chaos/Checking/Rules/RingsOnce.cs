namespace IwTune.Chaos.Checking.Rules;

/// <summary>A rollout starts once, starts each ring once, and ends once.</summary>
internal sealed class RingsOnce : Rule
{
    public override IEnumerable<string> Check(Observed seen) =>
        from happened in seen.Store.RolloutEvents
        where happened.Kind is "Started" or "RingStarted" or "Completed" or "RolledBack"
        group happened by (happened.Rollout, happened.Kind, Ring(happened)) into same
        where same.Count() > 1
        select $"rollout {same.Key.Rollout}: {same.Key.Kind} {same.Count()} times: {same.First().Text}";

    /// <summary>“Ring 2 of 3 …”: the words before the count of its hosts, which may change between two starts.</summary>
    private static string Ring(StoreCopy.RolloutEvent happened) =>
        happened.Kind == "RingStarted" ? string.Join(' ', happened.Text.Split(' ').Take(2)) : "";
}
