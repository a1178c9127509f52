using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Repairs;

/// <summary>
/// Flap damping: repairs of a route that its owner keeps undoing only add churn. After so many repairs within a time the target is left
/// alone, until its owner has not changed it for as long, or a person or a new revision ends that.
/// </summary>
internal sealed class FightWatch(Journal journal, TimeProvider time, Func<RepairLimit> limit)
{
    private readonly Dictionary<string, Queue<DateTimeOffset>> _repairs = Remembered(journal);
    private readonly Dictionary<string, (string Window, DateTimeOffset At)> _seen = new(StringComparer.Ordinal);

    /// <summary>Why each of them is left alone, by target.</summary>
    public IReadOnlyDictionary<string, string> Reasons =>
        journal.Fights.ToDictionary(fight => fight.Target, Sentence, StringComparer.Ordinal);

    /// <summary>Checks which owners have come to rest.</summary>
    /// <returns>The targets whose repairs resume.</returns>
    public List<HostEvent> Look(HostSnapshot observed, string digest)
    {
        var events = new List<HostEvent>();
        foreach (var fight in journal.Fights.ToList())
        {
            var target = observed.Targets.FirstOrDefault(target => target.Id == fight.Target);
            if (time.GetUtcNow() - Disturbed(fight, target) < limit().Within)
                continue;
            Forget(fight.Target);
            events.Add(
                new HostEvent(
                    HostEventKind.Released,
                    digest,
                    $"{fight.Target} has not been changed for {Written(limit().Within)}; it is set again."
                )
            );
        }
        return events;
    }

    /// <summary>Counts what was just repaired.</summary>
    /// <returns>The targets that are given up.</returns>
    public List<HostEvent> Count(IEnumerable<StepOutcome> outcomes, string digest)
    {
        var events = new List<HostEvent>();
        foreach (
            var target in outcomes.Where(taken => taken is { Step: Step.Set, Outcome: Outcome.Applied }).Select(taken => taken.Step.Target)
        )
        {
            var times = Recent(target.Id);
            times.Enqueue(time.GetUtcNow());
            if (times.Count < limit().Max)
                continue;
            var fight = new Fight(
                target.Id,
                time.GetUtcNow(),
                target.ChangedBy?.Who ?? Attribution.NotKnown,
                times.Count,
                target.ChangedBy?.Advice ?? ""
            );
            journal.BeginFight(fight);
            events.Add(
                new HostEvent(HostEventKind.OwnerFights, digest, $"{target.Id}: {Sentence(fight)}")
                {
                    Writer = Drift.WriterOf(target),
                    Target = target.Id,
                }
            );
        }
        return events;
    }

    /// <summary>Every target is repaired again.</summary>
    /// <returns>How many had been given up.</returns>
    public int Clear()
    {
        var fights = journal.Fights.ToList();
        foreach (var fight in fights)
            Forget(fight.Target);
        _repairs.Clear();
        return fights.Count;
    }

    private string Sentence(Fight fight) =>
        $"{Named(fight.By)} undid {Counted.Of(fight.Repairs, "repair")} within {Written(limit().Within)}, so repairs stopped. "
        + $"{(fight.Advice.Length > 0 ? fight.Advice : HostWords.Here.FindWriter)} "
        + $"Repairs resume when it has not been changed for {Written(limit().Within)}, at 'iwtune release', or with a new revision.";

    private static string Named(string by) =>
        by is Attribution.NotKnown or "" ? "Another program"
        : by.StartsWith("a ", StringComparison.Ordinal) || by.StartsWith(Attribution.Probably, StringComparison.Ordinal)
            ? $"{char.ToUpperInvariant(by[0])}{by[1..]}"
        : by;

    private DateTimeOffset Disturbed(Fight fight, Target? target)
    {
        var (window, now) = (target?.Current.ToString() ?? "gone", time.GetUtcNow());
        if (!_seen.TryGetValue(fight.Target, out var seen) || seen.Window != window || seen.At > now)
            _seen[fight.Target] = seen = (window, now);
        return Later(Later(Past(fight.Since), seen.At), Past(target?.ChangedBy?.At ?? fight.Since));

        // A clock that was ahead has dated it: it happened before this was seen.
        DateTimeOffset Past(DateTimeOffset at) => at > now ? seen.At : at;
    }

    private Queue<DateTimeOffset> Recent(string target)
    {
        if (!_repairs.TryGetValue(target, out var times))
            _repairs[target] = times = [];
        while (times.TryPeek(out var oldest) && (time.GetUtcNow() - oldest).Duration() >= limit().Within)
            times.Dequeue();
        return times;
    }

    private void Forget(string target)
    {
        journal.EndFight(target);
        _repairs.Remove(target);
        _seen.Remove(target);
    }

    /// <summary>A restart does not erase the past repairs.</summary>
    private static Dictionary<string, Queue<DateTimeOffset>> Remembered(Journal journal)
    {
        var times = new Dictionary<string, Queue<DateTimeOffset>>(StringComparer.Ordinal);
        foreach (var past in journal.Transactions)
        {
            if (past.Kind == TransactionKind.Apply)
                times.Clear();
            foreach (var change in past.Kind == TransactionKind.Repair ? past.Changes.Where(change => change.Repairs) : [])
            {
                if (!times.TryGetValue(change.TargetId, out var repairs))
                    times[change.TargetId] = repairs = [];
                repairs.Enqueue(past.At);
            }
        }
        return times;
    }

    private static DateTimeOffset Later(DateTimeOffset a, DateTimeOffset b) => a > b ? a : b;

    private static string Written(TimeSpan time) =>
        time.TotalHours >= 1 && time.Minutes == 0 ? $"{time.TotalHours:0}h" : $"{time.TotalMinutes:0}m";
}

/// <summary>A target that is not repaired any more because its owner undid every repair.</summary>
/// <param name="Target">The target's id.</param>
/// <param name="Since">When repairing stopped.</param>
/// <param name="By">Who changed it last, or most.</param>
/// <param name="Repairs">How many repairs were undone.</param>
/// <param name="Advice">What the owner's own setting is, as a sentence; may be empty.</param>
public sealed record Fight(string Target, DateTimeOffset Since, string By, int Repairs, string Advice);

/// <summary>How often a target was repaired after another writer changed it.</summary>
/// <param name="Target">The target's id.</param>
/// <param name="By">Who had changed it.</param>
/// <param name="Count">How often.</param>
/// <param name="Last">The last time.</param>
public sealed record RepairCount(string Target, string By, int Count, DateTimeOffset Last);
