using System.Globalization;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Impact;
using IwTune.Server.Features.Policies;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Assignments;

/// <summary>
/// A change of more than half of a fleet needs the number of hosts as confirmation: a selector that matches everything by mistake is a
/// typing error, and a person cannot type the number without having read it. The fleet is the hosts that the person may see.
/// </summary>
internal static class HalfOfFleet
{
    /// <summary>Below this many hosts half of them means nothing: a laboratory, a first try.</summary>
    public const int SmallestFleet = 10;

    /// <summary>Whether a change of so many hosts needs its number as confirmation.</summary>
    public static bool Needs(int changed, int fleet) => fleet >= SmallestFleet && changed * 2L > fleet;

    /// <returns>What is missing, with the number to say; <see langword="null"/> when nothing is.</returns>
    public static PolicyProblem? Problem(int changed, int fleet, int? confirm) =>
        !Needs(changed, fleet) || confirm == changed
            ? null
            : new(
                "confirm",
                confirm is null ? null : $"{confirm}",
                $"this changes {changed} of {fleet} hosts, more than half: confirm with that number, {changed}",
                0,
                0
            );

    /// <summary>The same of a change that was not made yet.</summary>
    public static PolicyProblem? Problem(Publisher by, ProposedChange change, int? confirm) =>
        Counted(by, change) is var (changed, fleet) ? Problem(changed, fleet, confirm) : null;

    /// <summary>
    /// The number of hosts that must be confirmed for a change; <see langword="null"/> where none must, and for a change beyond the scope,
    /// which is refused.
    /// </summary>
    public static int? Number(Publisher by, ProposedChange change) => Counted(by, change)?.Changed;

    private static (int Changed, int Fleet)? Counted(Publisher by, ProposedChange change)
    {
        var fleet = by.Fleet;
        if (fleet < SmallestFleet || BeyondScope.Problem(by, change) is not null)
            return null;
        var changed = Changed(by.Hosts, by.Set, by.Set.With(change));
        return Needs(changed, fleet) ? (changed, fleet) : null;
    }

    /// <summary>What a person typed for the number; <see langword="null"/> for anything else.</summary>
    public static int? Typed(string? text) =>
        int.TryParse(
            text,
            NumberStyles.AllowThousands | NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite,
            CultureInfo.InvariantCulture,
            out var number
        )
            ? number
            : null;

    /// <summary>Hosts that must have something else by one set than by another.</summary>
    public static int Changed(HostDirectory hosts, RequirementSet before, RequirementSet after) =>
        hosts.All.Count(host => host.Required(before).Digest != after.For(host.Identity).Digest);
}
