using IwTune.Server.Hosting;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.CheckIns;

internal static class CheckInEndpoints
{
    public static void MapCheckIns(this IEndpointRouteBuilder app)
    {
        app.MapPost(AgentPaths.CheckIn, CheckIn.HandleAsync).DisableRequestTimeout().WithMetadata(new RequestSizeLimit(CheckIn.MaxBytes));
        app.MapGet(AgentPaths.Ping, Ping.Handle);
    }
}
