using IwTune.Server.Features.Scim;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Net.Http.Headers;

namespace IwTune.Server.Hosting.Requests;

/// <summary>Conditions of every call, checked before its content: not compressed, and accepting an available media type.</summary>
internal static class RequestForm
{
    private static readonly MediaTypeHeaderValue Json = new("application/json"),
        Problem = new("application/problem+json"),
        Scim = new(ScimAnswer.MediaType);

    public static Task CheckAsync(HttpContext context, RequestDelegate next) =>
        Refused(context) is { } refusal ? refusal.ExecuteAsync(context) : next(context);

    private static JsonHttpResult<FleetProblem>? Refused(HttpContext context)
    {
        var (request, endpoint) = (context.Request, context.GetEndpoint()?.Metadata);
        var takesBody = endpoint?.GetMetadata<IAcceptsMetadata>() is not null;
        if (takesBody && request.Headers.ContentEncoding is [{ Length: > 0 } packed, ..] && packed != "identity")
            return RefusalAnswer.Of(
                StatusCodes.Status415UnsupportedMediaType,
                "The body is compressed.",
                "This server does not decompress bodies: remove Content-Encoding."
            );
        // Agents' calls read their bodies themselves.
        if (
            (takesBody || endpoint?.GetMetadata<HostOnly>() is not null)
            && MediaTypeHeaderValue.TryParse(request.ContentType, out var type)
            && type.Charset is { Length: > 0 } charset
            && !HeaderUtilities.RemoveQuotes(charset).Equals("utf-8", StringComparison.OrdinalIgnoreCase)
        )
            return RefusalAnswer.Of(
                StatusCodes.Status415UnsupportedMediaType,
                "The body is in another character set.",
                "This server reads UTF-8: remove charset from Content-Type."
            );
        return request.Headers.Accept.Count == 0 || Accepts(context)
            ? null
            : RefusalAnswer.Of(
                StatusCodes.Status406NotAcceptable,
                "Media type not available.",
                "Send Accept: application/json, or none; see /api/v1/openapi.json for the responses of this call."
            );
    }

    private static bool Accepts(HttpContext context)
    {
        if (
            !MediaTypeHeaderValue.TryParseList(context.Request.Headers.Accept, out var accepted)
            || context.GetEndpoint() is not { } endpoint
        )
            return true;
        var offered = endpoint
            .Metadata.OfType<IProducesResponseTypeMetadata>()
            .SelectMany(answer => answer.ContentTypes)
            .Select(type => new MediaTypeHeaderValue(type))
            .Append(context.Request.Path.StartsWithSegments(ScimPaths.Root, StringComparison.Ordinal) ? Scim : Json)
            .Append(Json)
            .Append(Problem)
            .ToList();
        foreach (var one in accepted)
        {
            // Answers are UTF-8 without saying so (RFC 8259 §11).
            one.Charset = default;
            if (one.Quality is not 0 && offered.Exists(type => type.IsSubsetOf(one)))
                return true;
        }
        return false;
    }
}
