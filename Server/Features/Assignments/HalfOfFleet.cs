using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Assignments;

/// <summary>
/// What changes more than half of a fleet is done only when somebody says the number of hosts: a selector that matches everything by
/// mistake is a typing error, and a number cannot be typed without having been read.
/// </summary>
internal static class HalfOfFleet
{
    /// <summary>Below this many hosts half of them means nothing: a laboratory, a first try.</summary>
    public const int SmallestFleet = 10;

    /// <summary>Whether a change of so many hosts needs its number said.</summary>
    public static bool Needs(int changed, int fleet) => fleet >= SmallestFleet && changed * 2L > fleet;

    /// <returns>What is missing, with the number to say; <see langword="null"/> when nothing is.</returns>
    public static PolicyProblem? Problem(int changed, int fleet, int? confirm) =>
        !Needs(changed, fleet) || confirm == changed ? null
            : new("confirm", confirm is null ? null : $"{confirm}",
                $"this changes {changed} of {fleet} hosts, more than half of the fleet: confirm it with their number, {changed}", 0, 0);

    /// <summary>Hosts that must have something else by one set than by another.</summary>
    public static int Changed(HostDirectory hosts, RequirementSet before, RequirementSet after) =>
        hosts.All.Count(host => host.Required(before).Digest != after.For(host.Identity).Digest);
}
