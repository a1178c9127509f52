using IwTune.Server.Hosting;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Identity.Permissions;

/// <summary>Refusals that say what is needed, what one has, and whom to ask.</summary>
internal static class Forbidden
{
    /// <summary>The endpoint needs what the caller has for no host at all.</summary>
    public static JsonHttpResult<FleetProblem> Refuse(HttpContext context, string title)
    {
        var needed =
            context
                .GetEndpoint()
                ?.Metadata.GetOrderedMetadata<NeedsAttribute>()
                .Select(one => one.Permission)
                .Where(one => !context.User.May(one))
                .ToList()
            ?? [];
        return Refusal.Of(
            StatusCodes.Status403Forbidden,
            title,
            $"It needs {(needed.Count == 0 ? "more rights" : string.Join(" and ", needed))}; {context.User.Identity?.Name} is "
                + $"{GrantsText.Told(context.User.Rights().Grants)}. Ask an administrator of this server."
        );
    }

    /// <summary>It would reach hosts the caller has no say over.</summary>
    public static JsonHttpResult<FleetProblem> Refuse(string title, string why) => Refusal.Of(StatusCodes.Status403Forbidden, title, why);
}
