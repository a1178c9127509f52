using IwTune.Chaos.Schedules;

namespace IwTune.Chaos.Checking.Rules;

/// <summary>
/// A publication of which the server said that nothing was stored is no revision. A rollout is two calls, of which the second one may be
/// refused.
/// </summary>
internal sealed class RefusedNotStored : Rule
{
    private const string Refused = "Nothing of this call was stored";

    public override IEnumerable<string> Check(Observed seen) =>
        from tried in seen.Operations
        where tried.Operation is Operation.Publish && !tried.Ok && tried.Said.Contains(Refused, StringComparison.Ordinal)
        where seen.Store.Revisions.Any(revision => revision.Reason == tried.Id)
        select $"{tried.Id} was refused (“{Refused}”) and is a revision";
}
