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
        var images = journal.Originals.Where(before => before.BootId == read.BootId && !before.Raw.IsEmpty).ToList();
        if (images.Count == 0)
            return names; // a host may have thousands of targets, and most readings happen where nothing is ours
        var there = read.Targets.ToDictionary(target => target.Id, StringComparer.Ordinal);
        var twins = there.Keys.Where(id => id.Contains(Twin, StringComparison.Ordinal)).Select(FirstOf).ToHashSet(StringComparer.Ordinal);
        images.RemoveAll(before => there.TryGetValue(before.TargetId, out var named) && !IsTaken(named, before));
        if (images.Count == 0)
            return names;
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

        // Compared only where a name may have passed to another target: each comparison reads both.
        bool IsTaken(Target named, BeforeImage before) => (twins.Contains(named.Id) || !journal.Gave(named)) && !Is(named, before);

        bool Is(Target target, BeforeImage before) =>
            tuner.IsImageOf(target with { LastSet = journal.Of(target with { Id = before.TargetId }, read.BootId)?.LastSet }, before);
    }

    private static string FirstOf(string twin) => twin[..twin.IndexOf(Twin, StringComparison.Ordinal)];
}
