using IwTune.Agent.Engine.History;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>Targets of ours that another writer changed. Each change is reported once, also when it cannot be repaired.</summary>
internal sealed class Drift(Journal journal)
{
    private readonly Dictionary<string, Window> _told = new(StringComparer.Ordinal);

    /// <summary>The targets that held when this process last looked, or that it set itself.</summary>
    private readonly HashSet<string> _held = new(StringComparer.Ordinal);

    public List<HostEvent> Found(HostSnapshot observed, string digest)
    {
        var events = new List<HostEvent>();
        foreach (var target in observed.Targets)
        {
            var ours = journal.Of(target, observed.BootId);
            if (ours is null || ours.Value.LastSet.Window == target.Current || Resumes(target))
                _told.Remove(target.Id);
            else if (!_told.TryGetValue(target.Id, out var told) || told != target.Current)
            {
                _told[target.Id] = target.Current;
                events.Add(
                    new HostEvent(
                        HostEventKind.Drifted,
                        digest,
                        $"{target.Id} was set to '{ours.Value.LastSet.Window}' and is '{target.Current}' now{By(target)}."
                    )
                    {
                        Writer = WriterOf(target),
                        Target = target.Id,
                    }
                );
            }
            if (ours is { LastSet.Window: var last } && last == target.Current)
                _held.Add(target.Id);
        }
        _held.IntersectWith(observed.Targets.Select(target => target.Id));
        return events;
    }

    /// <summary>
    /// True when setting this target is no repair. What needs a living agent is removed when the agent stops or when the owner takes its
    /// route away; no other writer undid it.
    /// </summary>
    public bool Resumes(Target target) => target.Strategy.NeedsAgent && !_held.Contains(target.Id);

    /// <summary>From now on these hold. A later change by another writer is reported anew.</summary>
    public void Took(IEnumerable<StepOutcome> outcomes)
    {
        foreach (var set in outcomes.Where(taken => taken is { Step: Step.Set, Outcome: Outcome.Applied or Outcome.AlreadyThere }))
        {
            _held.Add(set.Step.Target.Id);
            _told.Remove(set.Step.Target.Id);
        }
    }

    /// <summary>These went with their owners' routes, which may be back before this process looks again.</summary>
    public void LetGo(IEnumerable<string> targets) => _held.ExceptWith(targets);

    private static string By(Target target) => target.ChangedBy is { } by ? $"; {by.Changed}" : "";

    public static IEnumerable<HostEvent> Repaired(IEnumerable<StepOutcome> outcomes, string digest, Func<string, int> repairs) =>
        from taken in outcomes
        where taken is { Step: Step.Set, Outcome: Outcome.Applied }
        let target = taken.Step.Target
        select new HostEvent(
            HostEventKind.Repaired,
            digest,
            $"{target.Id} is '{((Step.Set)taken.Step).Wanted}' again{target.ChangedBy?.Repaired}; repair {repairs(target.Id)} of this "
                + $"{target.Noun}."
        )
        {
            Writer = WriterOf(target),
            Target = target.Id,
        };

    /// <summary>The writer as reports count it; <see langword="null"/> when none is known.</summary>
    internal static string? WriterOf(Target target) => target.ChangedBy is { IsKnown: true } by ? by.Who : null;
}
