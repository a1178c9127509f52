using Microsoft.Net.Http.Headers;

namespace IwTune.Server.Features.Scim.Documents;

/// <summary>
/// Conditions on versions (RFC 7644 §3.14). Its tags are weak and yet compared in <c>If-Match</c>, unlike those of RFC 9110 §13.1.1.
/// </summary>
internal static class ResourceVersion
{
    /// <summary>Whether a change may be made of this version.</summary>
    public static bool Holds(HttpContext context, long version) =>
        context.Request.Headers.IfMatch is not { Count: > 0 } header || Names(header, version);

    /// <summary>Whether the caller has this version already.</summary>
    public static bool IsKnown(HttpContext context, long version) =>
        context.Request.Headers.IfNoneMatch is { Count: > 0 } header && Names(header, version);

    private static bool Names(IList<string?> header, long version) =>
        EntityTagHeaderValue.TryParseList(header!, out var tags)
        && tags.Any(one => one.Tag == "*" || $"W/{one.Tag}" == ScimAnswer.Tag(version));
}
