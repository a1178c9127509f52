using IwTune.Server.Console;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>The hosts that a person selected in a list, as a selector.</summary>
internal sealed class SelectedHosts(SeenHosts hosts)
{
    /// <param name="ids">Their ids; those out of sight are left out.</param>
    /// <returns>By name when the names are theirs alone, else by id; <see langword="null"/> when none is selected.</returns>
    public string? Selector(IReadOnlyList<string>? ids)
    {
        var chosen = (ids ?? []).Distinct(StringComparer.Ordinal).Select(hosts.Find).OfType<FleetHost>().ToList();
        if (chosen.Count == 0)
            return null;
        var names = chosen.Select(host => host.Identity.Name).ToHashSet(StringComparer.OrdinalIgnoreCase);
        var bearers = hosts.All.Count(host => names.Contains(host.Identity.Name));
        return bearers == chosen.Count && names.All(QueryText.IsWord)
            ? $"{SelectorKeys.Host}:{string.Join(',', chosen.Select(host => host.Identity.Name))}"
            : $"{SelectorKeys.Id}:{string.Join(',', chosen.Select(host => host.Id))}";
    }
}
