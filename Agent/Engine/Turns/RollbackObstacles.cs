using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Standing;

namespace IwTune.Agent.Engine.Turns;

/// <summary>
/// What prevents undoing one change: an override above it, a later change of the same targets, or a policy that requires them.
/// </summary>
/// <param name="ground">The host.</param>
/// <param name="id">The change, as in the journal.</param>
/// <param name="undone">It, and what belongs to it.</param>
internal sealed class RollbackObstacles(TurnGround ground, long id, IReadOnlyList<Transaction> undone)
{
    private const int MostNamed = 3;

    private readonly HashSet<string> _targets = OneChange.TargetsOf(undone);

    /// <summary>The application of a policy that is in force.</summary>
    public Transaction? InForce => ground.Journal.InForce;

    /// <summary>The first obstacle, as sentences with what to do; <see langword="null"/> when there is none.</summary>
    /// <param name="andLater">True when every later change is undone, too.</param>
    /// <param name="ct">Stops the reading of the host.</param>
    public async ValueTask<string?> FirstAsync(bool andLater, CancellationToken ct) =>
        OverrideAbove() ?? (andLater ? null : LaterChange() ?? await RequiredByLaterAsync(ct));

    private string? OverrideAbove()
    {
        var above = Overrides.Read(ground.State).FirstOrDefault(one => one.Target == LocalOverride.All || _targets.Contains(one.Target));
        if (above is null)
            return null;
        var target = above.Target == LocalOverride.All ? "every target" : above.Target;
        return $"{target} has a {above.Describe()}. 'iwtune override --clear' ends it; then try again.";
    }

    private string? LaterChange()
    {
        var later = OneChange.Later(ground.Journal, undone, _targets);
        if (later.Count == 0)
            return null;
        var newest = later[^1];
        if (newest.Kind == TransactionKind.Experiment)
            return $"an experiment, change {newest.Id}, set the same {ground.Noun}s later. 'iwtune experiment stop' ends it.";
        var shared = newest.Changes.Where(change => change.Written && _targets.Contains(change.TargetId)).Select(change => change.TargetId);
        return $"change {newest.Id} ({PolicyName.Of(newest.Content)}) set the same {ground.Noun}s later{Named(shared)}. "
            + $"{WayOut(newest.Id)}";
    }

    /// <summary>A later policy may have found a target as it requires it; the history then has no change by it.</summary>
    private async ValueTask<string?> RequiredByLaterAsync(CancellationToken ct)
    {
        if (InForce is not { Content: { } content } standing || standing.Id <= id)
            return null;
        var plan = (await TurnObservation.MakeAsync(ground, content, ct)).Plan;
        var required = plan.OnlyCompares ? [] : plan.Resolution.Wants.Select(want => want.Target.Id).Where(_targets.Contains).ToList();
        return required.Count == 0
            ? null
            : $"change {standing.Id} ({PolicyName.Of(content)}) came later and requires the same {ground.Noun}s{Named(required)}. "
                + $"{WayOut(standing.Id)}";
    }

    private static string Named(IEnumerable<string> targets)
    {
        var all = targets.Distinct(StringComparer.Ordinal).ToList();
        var more = all.Count > MostNamed ? $"; and {all.Count - MostNamed} more" : "";
        return all.Count == 0 ? "" : $" ({string.Join("; ", all.Take(MostNamed))}{more})";
    }

    private string WayOut(long later) =>
        $"'iwtune rollback {later}' undoes that one first; 'iwtune rollback {id} --and-later' undoes change {id} and every later one at "
        + "once.";
}
