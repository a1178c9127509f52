using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Load;

namespace IwTune.Server.Features.Scim;

internal static class ScimBodies
{
    /// <summary>Says that a call takes a document: SCIM's media type, or plain JSON (RFC 7644 §3.8).</summary>
    public static void TakesScim(this RouteHandlerBuilder call, long most = ServerApp.DefaultBodyLimit) =>
        call.Accepts<JsonElement>(ScimAnswer.MediaType, "application/json").WithMetadata(new RequestSizeLimit(most));
}
