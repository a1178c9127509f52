using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Agents;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Agents;

internal static class AgentEndpoints
{
    public static void MapAgents(this IEndpointRouteBuilder api)
    {
        var agents = api.MapGroup("").WithTags("Agents").Needs(Permission.HostsRead);
        agents.MapGet(FleetPaths.Agents, All).WithSummary("Versions of the agents, and the packages that the server offers");
        agents.MapGet(FleetPaths.AgentUpgrade, UpgradeAsync).WithSummary("In which order hosts get a newer agent, and how far that is");
        agents.MapGet(FleetPaths.AgentUpgradeHosts, HostsAsync).WithSummary("The hosts of an upgrade, by ring");
    }

    private static Ok<FleetAgents> All(AgentViews agents) => TypedResults.Ok(agents.All());

    private static async Task<Results<Ok<AgentUpgrade>, JsonHttpResult<FleetProblem>>> UpgradeAsync(
        AgentUpgrades upgrades,
        string? q,
        string? rings,
        string? to,
        CancellationToken ct
    )
    {
        var (request, problems) = UpgradeRequest.Read(q, rings, to);
        return request is null ? Refused(problems) : TypedResults.Ok((await upgrades.OfAsync(request, ct)).Upgrade);
    }

    private static async Task<Results<Ok<IReadOnlyList<AgentHost>>, JsonHttpResult<FleetProblem>>> HostsAsync(
        AgentUpgrades upgrades,
        string? q,
        string? rings,
        string? to,
        int? ring,
        CancellationToken ct
    )
    {
        var (request, problems) = UpgradeRequest.Read(q, rings, to);
        if (request is not null && ring is { } number && (number < 1 || number > request.Rings.Count))
            problems = [("ring", $"{number} is outside 1..{request.Rings.Count}")];
        if (request is null || problems.Count > 0)
            return Refused(problems);
        var (_, hosts) = await upgrades.OfAsync(request, ct);
        return TypedResults.Ok<IReadOnlyList<AgentHost>>([.. hosts.Where(host => ring is null || host.Ring == ring)]);
    }

    private static JsonHttpResult<FleetProblem> Refused(IReadOnlyList<(string Of, string Problem)> problems) =>
        RefusalAnswer.Invalid("The upgrade was not planned.", string.Join("; ", problems.Select(one => $"{one.Of}: {one.Problem}")));
}
