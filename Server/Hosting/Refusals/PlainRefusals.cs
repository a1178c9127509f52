namespace IwTune.Server.Hosting.Refusals;

/// <summary>Gives a refusal without a body, such as of unreadable JSON or an unknown path, the form of all others.</summary>
internal static class PlainRefusals
{
    /// <summary>True for a refusal that has no body yet.</summary>
    public static bool IsBare(HttpResponse response) =>
        response is { StatusCode: >= StatusCodes.Status400BadRequest, HasStarted: false, ContentLength: null, ContentType: null or "" };

    public static Task WriteAsync(HttpContext context)
    {
        var status = context.Response.StatusCode;
        var (title, detail) = status switch
        {
            StatusCodes.Status400BadRequest => (
                "The request cannot be read.",
                "The body does not match the JSON schema of this call; see /api/v1/openapi.json."
            ),
            StatusCodes.Status401Unauthorized => (
                "Sign in first.",
                "Send Authorization: Bearer TOKEN; 'iwtune-server token create --kind api' creates one."
            ),
            StatusCodes.Status403Forbidden => ("This token lacks the permission.", "Ask an administrator of this server."),
            StatusCodes.Status404NotFound => ("Unknown address.", "See /api/v1/openapi.json."),
            StatusCodes.Status405MethodNotAllowed => ("Method not allowed.", "See /api/v1/openapi.json."),
            StatusCodes.Status406NotAcceptable => ("Media type not available.", "Send Accept: application/json, or none."),
            StatusCodes.Status408RequestTimeout => ("The request arrived too slowly.", "Send it again."),
            StatusCodes.Status413PayloadTooLarge => ("The body is too large.", "Send less at a time."),
            StatusCodes.Status415UnsupportedMediaType => (
                "The body must be JSON.",
                "Send Content-Type: application/json in UTF-8, without a Content-Encoding."
            ),
            StatusCodes.Status504GatewayTimeout => ("The server took too long.", "Try again; see the server log."),
            _ => ("The request failed.", "Nothing was changed; see the server log."),
        };
        return RefusalAnswer.Of(status, title, detail).ExecuteAsync(context);
    }
}
