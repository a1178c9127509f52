using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Impact;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Rollouts;

/// <summary>What a rollout works on.</summary>
internal sealed record Fleet(
    Database Database,
    Requirements Requirements,
    HostDirectory Hosts,
    Situations Situations,
    ServerOptions Options,
    TimeProvider Clock
)
{
    /// <summary>The author of changes on behalf of a person whose rights were checked when the rollout began.</summary>
    public Publisher By(string actor) => new(Database, Requirements, Hosts, Clock, actor, HostScope.Fleet, HostScope.Fleet);
}
