using System.Security.Cryptography;
using System.Text;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Net.Http.Headers;

namespace IwTune.Server.Hosting.Requests;

/// <summary>Updates that name the state they were made from (RFC 9110 §13.1.1): refused when the state has changed since.</summary>
internal static class IfMatch
{
    /// <summary>The strong tag of a state.</summary>
    public static string Tag(string state) => Tag(Encoding.UTF8.GetBytes(state));

    public static string Tag(ReadOnlySpan<byte> state) => $"\"{Convert.ToHexStringLower(SHA256.HashData(state).AsSpan(0, 16))}\"";

    /// <summary>
    /// True without the header, with <c>*</c>, or when one of its tags is that of the present state. Called inside the transaction of the
    /// change.
    /// </summary>
    public static bool Holds(HttpContext context, string tag)
    {
        var header = context.Request.Headers.IfMatch;
        return header.Count == 0
            || (
                EntityTagHeaderValue.TryParseList(header, out var tags)
                && tags.Any(one => one.Tag == "*" || (!one.IsWeak && one.Tag == tag))
            );
    }

    public static JsonHttpResult<FleetProblem> Refused(string changed) =>
        RefusalAnswer.Of(
            StatusCodes.Status412PreconditionFailed,
            "It was changed since you read it.",
            $"{changed} Nothing was changed now: read it again, and repeat the call with the ETag of that response."
        );
}

/// <summary>Marks a call whose answer has an ETag although it has no parameter that names one thing.</summary>
internal sealed class HasETag;
