using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Features.Holds;

/// <summary>A host and the hold on it.</summary>
internal sealed record HeldHost(FleetHost Host, HoldPin Pin)
{
    /// <param name="set">Shows what the host lacks.</param>
    public ServerHold View(RequirementSet set)
    {
        var (content, hold) = (Pin.Content.Content, Pin.Hold);
        var lacks = Pin.Over(set.Unheld(Host.Identity), gone: false).Lacks;
        return new(
            Pin.Id,
            Host.Id,
            Host.Identity.Name,
            hold.By,
            hold.Reason,
            hold.Since,
            hold.Until,
            content.Policy,
            content.Revision,
            Pin.Content.Digest,
            lacks
        );
    }

    /// <summary>As a host's name in a sentence, or as how many there are.</summary>
    public static string Named(IReadOnlyList<HeldHost> hosts, string? selector) =>
        hosts is [var one]
            ? $"Host {one.Host.Identity.Name} is"
            : $"{hosts.Count} hosts{(selector is null ? "" : $" that match '{selector}'")} are";
}
