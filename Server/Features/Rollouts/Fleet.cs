using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Rollouts;

/// <summary>What a rollout works on.</summary>
internal sealed record Fleet(Database Database, Requirements Requirements, HostDirectory Hosts, ServerOptions Options, TimeProvider Clock)
{
    /// <summary>Who changes what hosts must have, on behalf of somebody who was asked for their rights when it began.</summary>
    public Publisher By(string actor) => new(Database, Requirements, Hosts, Clock, actor, HostScope.Fleet);
}
