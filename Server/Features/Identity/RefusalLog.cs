using IwTune.Server.Features.Audit;
using IwTune.Server.Hosting.Load;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Identity;

/// <summary>
/// Failed sign-ins, wrong credentials and refused calls, one warning each in the diagnostic log, and never a secret. Of each kind at most
/// <see cref="LinesPerMinute"/>; the next line is preceded by the number of those left out.
/// </summary>
internal sealed partial class RefusalLog(TimeProvider clock, ILogger<RefusalLog> log)
{
    public const int LinesPerMinute = 30;

    /// <summary>A person who is signed in is asked for the password again.</summary>
    public const string NotConfirmed = "wrong password or code for a change of the account, or the account is locked";

    private const int LongestName = 64,
        LongestReason = 300;

    private readonly LinePace _signIns = new(clock, LinesPerMinute),
        _tokens = new(clock, LinesPerMinute),
        _hosts = new(clock, LinesPerMinute),
        _accesses = new(clock, LinesPerMinute),
        _unseen = new(clock, LinesPerMinute),
        _inputs = new(clock, LinesPerMinute);

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

    /// <param name="id">As the call has it; never its secret.</param>
    /// <param name="why">What was wrong.</param>
    public void Host(string id, string why)
    {
        if (Begin(_hosts, "refused host secrets"))
            HostRefused(Shown(id), Origin.Current, why);
    }

    /// <summary>The caller is known and may not do it.</summary>
    public void Access(string actor, string method, string path, string why)
    {
        if (Begin(_accesses, "refusals of access"))
            CallRefused(actor, Origin.Current, method, Shown(path), Shown(why, LongestReason));
    }

    /// <summary>The caller asked for what does not exist, or is outside of the caller's scope: the answer is the same.</summary>
    public void Unseen(string actor, string method, string path, string scope)
    {
        if (Begin(_unseen, "calls for what does not exist or is outside the caller’s scope"))
            CallRefused(actor, Origin.Current, method, Shown(path), $"it does not exist, or is outside the caller’s scope ({scope})");
    }

    /// <summary>Input that no rule accepts, a forged form, or too many attempts.</summary>
    public void Input(string actor, string method, string path, string why)
    {
        if (Begin(_inputs, "refused inputs"))
            CallRefused(actor, Origin.Current, method, Shown(path), Shown(why, LongestReason));
    }

    private bool Begin(LinePace pace, string kind)
    {
        if (pace.Take() is not { } left)
            return false;
        if (left > 0)
            LeftOut(left, kind);
        return true;
    }

    private static string Shown(string text, int longest = LongestName) =>
        ShownText.OneLine(text.Length > longest ? text[..longest] + "…" : text);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Sign-in of ‘{Name}’ from {Origin} failed: {Why}")]
    private partial void SignInFailed(string name, string origin, string why);

    [LoggerMessage(Level = LogLevel.Warning, Message = "An API token ({Token}) from {Origin} was refused: {Why}")]
    private partial void TokenRefused(string token, string origin, string why);

    [LoggerMessage(Level = LogLevel.Warning, Message = "A call as host ‘{Id}’ from {Origin} was refused: {Why}")]
    private partial void HostRefused(string id, string origin, string why);

    [LoggerMessage(Level = LogLevel.Warning, Message = "{Actor} from {Origin} was refused {Method} {Path}: {Why}")]
    private partial void CallRefused(string actor, string origin, string method, string path, string why);

    [LoggerMessage(Level = LogLevel.Warning, Message = "{Count} more {Kind} are not in this log")]
    private partial void LeftOut(int count, string kind);
}
