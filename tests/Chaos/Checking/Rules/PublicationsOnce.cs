using IwTune.Chaos.Schedules;

namespace IwTune.Chaos.Checking.Rules;

/// <summary>A publication that was acknowledged is a revision, one that was not is at most one, and revisions have no gaps.</summary>
internal sealed class PublicationsOnce : Rule
{
    public override IEnumerable<string> Check(Observed seen)
    {
        foreach (var tried in seen.Operations.Where(one => one.Operation is Operation.Publish or Operation.Rollout))
        {
            var times = seen.Store.Revisions.Count(revision => revision.Reason == tried.Id);
            if (times > 1)
                yield return $"{tried.Id} was published once and is {times} revisions";
            if (times == 0 && tried.Ok && !seen.MayBeGone(tried.Step))
                yield return $"{tried.Id} was acknowledged and is no revision";
        }
        var numbers = seen.Store.Revisions.Select(revision => revision.Number).ToList();
        if (!numbers.SequenceEqual(Enumerable.Range(1, numbers.Count)))
            yield return $"the revisions are {string.Join(", ", numbers)}";
    }
}
