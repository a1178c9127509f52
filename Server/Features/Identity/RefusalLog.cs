using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Identity;

/// <summary>
/// Failed sign-ins, wrong tokens and refused access, one warning each in the diagnostic log, and never a secret. Of each kind at most
/// <see cref="LinesPerMinute"/>; the next line is preceded by the number of those left out.
/// </summary>
internal sealed partial class RefusalLog(TimeProvider clock, ILogger<RefusalLog> log)
{
    public const int LinesPerMinute = 30;

    /// <summary>A person who is signed in is asked for the password again.</summary>
    public const string NotConfirmed = "wrong password for a change of the account, or the account is locked";

    private const int LongestName = 64;

    private readonly LinePace _signIns = new(clock, LinesPerMinute),
        _tokens = new(clock, LinesPerMinute),
        _accesses = new(clock, LinesPerMinute);

    /// <param name="name">The account that was tried, as it was typed.</param>
    /// <param name="why">What was wrong.</param>
    public void SignIn(string name, string why)
    {
        if (Begin(_signIns, "failed sign-ins"))
            SignInFailed(Shown(name), Origin.Current, why);
    }

    /// <param name="token">Its id, when there is such a token; never its secret.</param>
    /// <param name="why">What was wrong.</param>
    public void Token(string? token, string why)
    {
        if (Begin(_tokens, "refused API tokens"))
            TokenRefused(token ?? "unknown", Origin.Current, why);
    }

    /// <summary>Calls and pages that a known caller was refused. Strangers are asked to sign in, which is no refusal.</summary>
    public async Task LookAsync(HttpContext context, RequestDelegate next)
    {
        await next(context);
        if (context.Response.StatusCode != StatusCodes.Status403Forbidden || context.User.Identity is not Caller)
            return;
        if (!Begin(_accesses, "refusals of access"))
            return;
        var needed = Forbidden.NeededBy(context);
        AccessRefused(
            context.User.Actor(),
            Origin.Current,
            context.Request.Method,
            Shown(CurrentCall.Path ?? ""),
            needed.Count == 0 ? "it is beyond the caller's scope or not permitted to this caller" : $"lacks {string.Join(", ", needed)}"
        );
    }

    private bool Begin(LinePace pace, string kind)
    {
        if (pace.Take() is not { } left)
            return false;
        if (left > 0)
            LeftOut(left, kind);
        return true;
    }

    private static string Shown(string text) => ShownText.OneLine(text.Length > LongestName ? text[..LongestName] + "…" : text);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Sign-in of ‘{Name}’ from {Origin} failed: {Why}")]
    private partial void SignInFailed(string name, string origin, string why);

    [LoggerMessage(Level = LogLevel.Warning, Message = "An API token ({Token}) from {Origin} was refused: {Why}")]
    private partial void TokenRefused(string token, string origin, string why);

    [LoggerMessage(Level = LogLevel.Warning, Message = "{Actor} from {Origin} was refused {Method} {Path}: {Why}")]
    private partial void AccessRefused(string actor, string origin, string method, string path, string why);

    [LoggerMessage(Level = LogLevel.Warning, Message = "{Count} more {Kind} are not in this log")]
    private partial void LeftOut(int count, string kind);
}
