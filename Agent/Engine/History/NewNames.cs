using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine.History;

/// <summary>Finds the targets of ours that have another name than their image.</summary>
/// <param name="tuner">Knows a target again.</param>
/// <param name="journal">Has the images.</param>
internal sealed class NewNames(ITuner tuner, Journal journal)
{
    /// <summary>What the id of a second route of one name goes on with: another program may have made it the first.</summary>
    private const string Twin = " proto ";

    /// <summary>New names by the old ones.</summary>
    public Dictionary<string, string> In(HostSnapshot read)
    {
        var names = new Dictionary<string, string>(StringComparer.Ordinal);
        var twins = read
            .Targets.Where(target => target.Id.Contains(Twin, StringComparison.Ordinal))
            .Select(target => FirstOf(target.Id))
            .ToHashSet(StringComparer.Ordinal);
        var placed = read.Targets.Count(IsPlaced);
        // A host may have thousands of targets, and at most readings nothing is ours or every image has its target.
        if (placed == journal.Originals.Count(IsOfNow))
            return names;
        var there = read.Targets.Where(IsPlaced).Select(target => target.Id).ToHashSet(StringComparer.Ordinal);
        var images = journal.Originals.Where(before => IsOfNow(before) && !there.Contains(before.TargetId)).ToList();
        // By destination, because an interface may have taken thousands of routes with it.
        var managed = journal.Managed.ToHashSet(StringComparer.Ordinal);
        var free = read.Targets.Where(target => !managed.Contains(target.Id)).ToLookup(target => target.Destination);
        foreach (var before in images)
        {
            if (
                TargetPlace.TryParse(before.TargetId, out var place)
                && free[place.Destination].FirstOrDefault(target => !managed.Contains(target.Id) && Is(target, before)) is { } now
            )
            {
                managed.Add(now.Id);
                names.Add(before.TargetId, now.Id);
            }
        }
        return names;

        bool IsOfNow(BeforeImage before) => before.BootId == read.BootId && !before.Raw.IsEmpty;

        bool IsPlaced(Target target) => journal.ImageOf(target.Id) is { } before && IsOfNow(before) && !IsTaken(target, before);

        // Compared only where a name may have passed to another target: each comparison reads both.
        bool IsTaken(Target named, BeforeImage before) => (twins.Contains(named.Id) || !journal.Gave(named)) && !Is(named, before);

        bool Is(Target target, BeforeImage before) =>
            tuner.IsImageOf(target with { LastSet = journal.Of(target with { Id = before.TargetId }, read.BootId)?.LastSet }, before);
    }

    private static string FirstOf(string twin) => twin[..twin.IndexOf(Twin, StringComparison.Ordinal)];
}
