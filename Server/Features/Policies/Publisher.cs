using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Policies;

/// <summary>Who changes what hosts must have, and with what: the same for the API and the console.</summary>
/// <param name="Database">The store.</param>
/// <param name="Requirements">Reloaded after the change.</param>
/// <param name="Hosts">To count the affected hosts.</param>
/// <param name="Clock">Stamps it.</param>
/// <param name="Actor">As the audit log writes it: <c>user:admin</c>.</param>
/// <param name="Scope">The hosts for which they may.</param>
/// <param name="Sees">The hosts that they may see: no answer may tell more about the others.</param>
internal sealed record Publisher(
    Database Database,
    Requirements Requirements,
    HostDirectory Hosts,
    TimeProvider Clock,
    string Actor,
    HostScope Scope,
    HostScope Sees
)
{
    /// <summary>What hosts must have when the change is judged: the same for each check of it.</summary>
    public RequirementSet Set { get; init; } = Requirements.Current;

    /// <summary>How many hosts the fleet has for them.</summary>
    public int Fleet => Sees.In(Hosts);
}
