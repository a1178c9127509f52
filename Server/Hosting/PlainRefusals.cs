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
            StatusCodes.Status400BadRequest => ("The request cannot be read.", "The body is not the JSON this call takes; docs/openapi.json says what it is."),
            StatusCodes.Status404NotFound => ("There is no such address.", "docs/openapi.json lists them all."),
            StatusCodes.Status405MethodNotAllowed => ("This address does not take that method.", "docs/openapi.json says which."),
            StatusCodes.Status413PayloadTooLarge => ("The body is too large.", "Send less at a time."),
            StatusCodes.Status415UnsupportedMediaType => ("The body must be JSON.", "Send Content-Type: application/json."),
            StatusCodes.Status504GatewayTimeout => ("The server took too long.", "Try again; the server's log says more."),
            _ => ("The request failed.", (string?)null),
        };
        return Refusal.Of(status, title, detail).ExecuteAsync(http);
    }
}
