namespace IwTune.Server.Hosting.Refusals;

/// <summary>
/// The <c>type</c> of problem details (RFC 9457 §3.1.1): one URN for each kind of refusal, which never changes.
/// </summary>
internal static class ProblemKinds
{
    private const string Prefix = "urn:iwtune:problem:";

    private static readonly Dictionary<int, string> Names = new()
    {
        [StatusCodes.Status400BadRequest] = "invalid",
        [StatusCodes.Status401Unauthorized] = "unauthenticated",
        [StatusCodes.Status403Forbidden] = "not-permitted",
        [StatusCodes.Status404NotFound] = "not-found",
        [StatusCodes.Status405MethodNotAllowed] = "method",
        [StatusCodes.Status406NotAcceptable] = "not-acceptable",
        [StatusCodes.Status408RequestTimeout] = "too-slow",
        [StatusCodes.Status409Conflict] = "conflict",
        [StatusCodes.Status412PreconditionFailed] = "changed-since",
        [StatusCodes.Status413PayloadTooLarge] = "too-large",
        [StatusCodes.Status415UnsupportedMediaType] = "media-type",
        [StatusCodes.Status429TooManyRequests] = "too-many",
        [StatusCodes.Status500InternalServerError] = "fault",
        [StatusCodes.Status503ServiceUnavailable] = "unavailable",
        [StatusCodes.Status504GatewayTimeout] = "timeout",
    };

    public static string Of(int status) => Names.TryGetValue(status, out var name) ? Prefix + name : "about:blank";
}
