using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Requests;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Identity;

/// <summary>Looks at the answer of each call, and writes the refusals that attackers cause, too, into <see cref="RefusalLog"/>.</summary>
internal sealed class RefusedCalls(RefusalLog log, HostDirectory hosts)
{
    private const string Stranger = "An unknown caller";

    public async Task LookAsync(HttpContext context, RequestDelegate next)
    {
        // A page that explains a refusal is a GET within the same request.
        var method = context.Request.Method;
        await next(context);
        if (context.Response.StatusCode >= StatusCodes.Status400BadRequest)
            Look(context, method);
    }

    private void Look(HttpContext context, string method)
    {
        var (caller, path) = (context.User.Identity as Caller, CurrentCall.Path ?? "");
        var actor = caller is null ? CurrentCall.Host ?? Stranger : context.User.Actor();
        switch (context.Response.StatusCode)
        {
            // Strangers are asked to sign in, which is no refusal.
            case StatusCodes.Status403Forbidden when caller is not null:
                var needed = Forbidden.NeededBy(context);
                log.Access(
                    actor,
                    method,
                    path,
                    needed.Count == 0
                        ? CurrentCall.Refusal ?? "it is beyond the caller's scope or not permitted to this caller"
                        : $"lacks {string.Join(", ", needed)}"
                );
                break;
            case StatusCodes.Status404NotFound when caller?.Rights.Over(Permission.HostsRead) is { IsFleet: false } scope:
                log.Unseen(actor, method, path, $"{scope}");
                break;
            // A proof with an old nonce has another challenge; an agent that was asleep sends one.
            case StatusCodes.Status401Unauthorized when context.Response.Headers.WWWAuthenticate == AgentPaths.HostScheme:
                var id = HostGate.Shown(context).Id.ToString();
                log.Host(id, hosts.Find(id) is null ? "there is no such host" : "its secret is wrong");
                break;
            case StatusCodes.Status429TooManyRequests when IsOfHost(context):
                break; // The agent calls again later; counted in iwtune_refusals_total.
            case StatusCodes.Status409Conflict when !context.IsApi():
                log.Input(actor, method, path, "the page no longer offers this form");
                break;
            case StatusCodes.Status400BadRequest
            or StatusCodes.Status408RequestTimeout
            or StatusCodes.Status413PayloadTooLarge
            or StatusCodes.Status415UnsupportedMediaType
            or StatusCodes.Status422UnprocessableEntity
            or StatusCodes.Status429TooManyRequests:
                log.Input(actor, method, path, CurrentCall.Refusal ?? Reason(context.Response.StatusCode));
                break;
        }
    }

    private static string Reason(int status) => status == StatusCodes.Status429TooManyRequests ? "too many attempts" : $"status {status}";

    private static bool IsOfHost(HttpContext context) => context.GetEndpoint()?.Metadata.GetMetadata<HostOnly>() is not null;
}
