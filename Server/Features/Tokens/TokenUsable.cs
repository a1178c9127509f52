using System.Net;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Tokens;

/// <summary>
/// Whether a host may enrol with a token, and if not, why: a caller with the token may know it, since 256 bits cannot be guessed.
/// </summary>
internal static class TokenUsable
{
    public const string UsedUp = "It is used up.";
    private const string Wrong = "It is wrong, or no enrolment token.";

    /// <returns>Why not, as a sentence; <see langword="null"/> when it may be tried.</returns>
    public static string? WhyNot(TokenRow? token, string hostName, IPAddress? address, long now) =>
        token switch
        {
            null => Wrong,
            { Kind: not nameof(TokenKind.Enrolment) } => Wrong,
            { RevokedAt: { } at } => $"It was revoked at {Clock.At(at):u}.",
            { ExpiresAt: var end } when end <= now => $"It expired at {Clock.At(end):u}.",
            { UsesLeft: <= 0 } => UsedUp,
            { NamePattern: { Length: > 0 } pattern } when !NamePattern.Fits(pattern, hostName) =>
                $"It is for hosts named '{pattern}', and this one is named '{hostName}'.",
            { Networks.Length: > 0 } when !Networks.Hold(token.ReadNetworks(), address) =>
                $"It is for hosts of {string.Join(", ", token.ReadNetworks())}, and this one calls from {address}.",
            _ => null,
        };

    public static IResult Refuse(string why) =>
        RefusalAnswer.Of(
            StatusCodes.Status401Unauthorized,
            "The enrolment token is not valid.",
            $"{why} {(ForAnother(why) ? "No use was counted. Create one for this host" : "Create another")} with "
                + "'iwtune-server token create'."
        );

    private static bool ForAnother(string why) => why.StartsWith("It is for", StringComparison.Ordinal);
}
