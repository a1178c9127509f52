using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Policies;

/// <summary>The words of a policy for the editor, which finds the place of the caret by itself.</summary>
internal static class PolicyWordsEndpoint
{
    // Not below /policies, where the next segment is a policy's name.
    public const string Path = "/policy-words";

    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet(Path, () => Results.Json(PolicyWords.All)).Needs(Permission.PoliciesPublish).ExcludeFromDescription();
}
