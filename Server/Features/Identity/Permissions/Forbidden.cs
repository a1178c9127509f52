using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Identity.Permissions;

/// <summary>Refusals that name the needed permission, the caller's roles, and who can grant it.</summary>
internal static class Forbidden
{
    private static readonly object Needed = new();

    /// <summary>Answers with the page for status 403. It runs at an endpoint of its own, and asks <see cref="NeededBy"/>.</summary>
    public static void Show(HttpContext context)
    {
        Lacking(context);
        context.Response.StatusCode = StatusCodes.Status403Forbidden;
    }

    /// <summary>What the requested call or page needed and the caller lacks.</summary>
    public static IReadOnlyList<Permission> NeededBy(HttpContext context) => context.Items[Needed] as IReadOnlyList<Permission> ?? [];

    /// <summary>The endpoint needs what the caller has for no host at all.</summary>
    public static JsonHttpResult<FleetProblem> Refuse(HttpContext context, string title)
    {
        var needed = Lacking(context);
        return RefusalAnswer.Of(
            StatusCodes.Status403Forbidden,
            title,
            $"It needs {(needed.Count == 0 ? "more rights" : string.Join(" and ", needed))}; {context.User.Identity?.Name} is "
                + $"{GrantsText.Told(context.User.Rights().Grants)}. Ask an administrator of this server."
        );
    }

    private static List<Permission> Lacking(HttpContext context)
    {
        List<Permission> lacking =
            context
                .GetEndpoint()
                ?.Metadata.GetOrderedMetadata<NeedsAttribute>()
                .Where(one => !one.Allows(context.User.Rights()))
                .Select(one => one.Permission)
                .ToList()
            ?? [];
        context.Items[Needed] = lacking;
        return lacking;
    }

    /// <summary>It would reach hosts outside the caller's scope.</summary>
    public static JsonHttpResult<FleetProblem> Refuse(string title, string why) =>
        RefusalAnswer.Of(StatusCodes.Status403Forbidden, title, why);
}
