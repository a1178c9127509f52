namespace IwTune.Server.Features.Scim;

/// <summary>A refusal in SCIM's words (RFC 7644 §3.12).</summary>
/// <param name="Status">Of HTTP.</param>
/// <param name="Type">A keyword of table 9; <see langword="null"/> where the status says all.</param>
/// <param name="Detail">What was found and what to do.</param>
internal sealed record ScimError(int Status, string? Type, string Detail)
{
    public static ScimError InvalidSyntax(string detail) => new(StatusCodes.Status400BadRequest, "invalidSyntax", detail);

    public static ScimError InvalidFilter(string detail) => new(StatusCodes.Status400BadRequest, "invalidFilter", detail);

    public static ScimError InvalidPath(string detail) => new(StatusCodes.Status400BadRequest, "invalidPath", detail);

    public static ScimError InvalidValue(string detail) => new(StatusCodes.Status400BadRequest, "invalidValue", detail);

    public static ScimError NoTarget(string detail) => new(StatusCodes.Status400BadRequest, "noTarget", detail);

    public static ScimError Mutability(string detail) => new(StatusCodes.Status400BadRequest, "mutability", detail);

    public static ScimError TooMany(string detail) => new(StatusCodes.Status400BadRequest, "tooMany", detail);

    public static ScimError Uniqueness(string detail) => new(StatusCodes.Status409Conflict, "uniqueness", detail);

    public static ScimError NotFound(string what, string id) =>
        new(StatusCodes.Status404NotFound, null, $"There is no {what} '{Short(id)}'. List those there are with a GET of the collection.");

    public static ScimError Changed() =>
        new(
            StatusCodes.Status412PreconditionFailed,
            null,
            "It was changed since the version in If-Match. Nothing was changed: read it again and repeat the call."
        );

    /// <summary>What callers sent, cut to a length that fits into a sentence.</summary>
    public static string Short(string text) => text.Length > 80 ? $"{text.AsSpan(0, 80)}…" : text;
}
