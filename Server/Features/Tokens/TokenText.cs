using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Tokens;

internal static class TokenText
{
    /// <summary>The command a new token is for, ready to paste.</summary>
    public static string Command(TokenKind kind, string url, string token, string pin) =>
        kind == TokenKind.Enrolment
            ? $"iwtune enroll {url} --token {token} --ca-pin {pin}"
            : $"export IWTUNE_SERVER={url} IWTUNE_TOKEN={token} IWTUNE_CA_PIN={pin}";
}
