using IwTune.Agent.Engine.History;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>Targets of ours that somebody else changed. Each find is told once, also when it cannot be repaired.</summary>
internal sealed class Drift(Journal journal)
{
    private readonly Dictionary<string, Window> _told = new(StringComparer.Ordinal);

    public List<HostEvent> Found(HostSnapshot observed, string digest)
    {
        var events = new List<HostEvent>();
        foreach (var target in observed.Targets)
        {
            if (journal.Of(target, observed.BootId) is not { } ours || ours.LastSet == target.Current)
                _told.Remove(target.Id);
            else if (!_told.TryGetValue(target.Id, out var told) || told != target.Current)
            {
                _told[target.Id] = target.Current;
                events.Add(new HostEvent(HostEventKind.Drifted, digest, $"{target.Id} was set to '{ours.LastSet}' and is '{target.Current}' now."));
            }
        }
        return events;
    }

    public static IEnumerable<HostEvent> Repaired(IEnumerable<StepOutcome> outcomes, string digest) => outcomes
        .Where(taken => taken.Outcome is Outcome.Applied)
        .Select(taken => new HostEvent(HostEventKind.Repaired, digest, taken.Step switch
        {
            Step.Set set => $"{set.Target.Id} is '{set.Wanted}' again.",
            _ => $"{taken.Step.Target.Id} is as it was before.",
        }));
}
