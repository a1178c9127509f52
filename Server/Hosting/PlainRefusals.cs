using Microsoft.AspNetCore.Diagnostics;

namespace IwTune.Server.Hosting;

/// <summary>Gives a refusal without a body, such as of unreadable JSON or an unknown path, the form of all others.</summary>
internal static class PlainRefusals
{
    public static Task WriteAsync(StatusCodeContext context)
    {
        var http = context.HttpContext;
        var status = http.Response.StatusCode;
        var (title, detail) = status switch
        {
            StatusCodes.Status400BadRequest => (
                "The request cannot be read.",
                "The body is not the JSON this call takes; docs/openapi.json says what it is."
            ),
            StatusCodes.Status401Unauthorized => (
                "Sign in first.",
                "Send Authorization: Bearer TOKEN; 'iwtune-server token create --kind api' makes one."
            ),
            StatusCodes.Status403Forbidden => ("This token lacks the permission.", "Ask an administrator of this server."),
            StatusCodes.Status404NotFound => ("There is no such address.", "docs/openapi.json lists them all."),
            StatusCodes.Status405MethodNotAllowed => ("This address does not take that method.", "docs/openapi.json says which."),
            StatusCodes.Status406NotAcceptable => ("There is no such form of this answer.", "Send Accept: application/json, or none."),
            StatusCodes.Status408RequestTimeout => ("The request came too slowly.", "Send it again."),
            StatusCodes.Status413PayloadTooLarge => ("The body is too large.", "Send less at a time."),
            StatusCodes.Status415UnsupportedMediaType => (
                "The body must be JSON.",
                "Send Content-Type: application/json in UTF-8, without a Content-Encoding."
            ),
            StatusCodes.Status504GatewayTimeout => ("The server took too long.", "Try again; the server's log says more."),
            _ => ("The request failed.", "Nothing was changed; the server's log says more."),
        };
        return RefusalAnswer.Of(status, title, detail).ExecuteAsync(http);
    }
}
