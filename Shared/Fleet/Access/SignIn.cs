namespace IwTune.Shared.Fleet.Access;

/// <summary>One browser that is signed in.</summary>
/// <param name="Id">UUIDv7, text; ends it (DELETE).</param>
/// <param name="Method">How the person proved it: <c>password and authenticator app</c>, the provider's name.</param>
/// <param name="Address">The address it began at.</param>
/// <param name="Browser">What the browser says of itself; at most 120 characters.</param>
/// <param name="Since">When it began.</param>
/// <param name="Seen">When its person last did something, to a minute; an open page that renews itself does not count.</param>
/// <param name="Until">When it ends at the latest.</param>
/// <param name="Current">True for the session of the request.</param>
public sealed record SessionSummary(
    string Id,
    string Method,
    string Address,
    string Browser,
    DateTimeOffset Since,
    DateTimeOffset Seen,
    DateTimeOffset Until,
    bool Current
);

/// <summary>A passkey of the caller.</summary>
/// <param name="Id">The credential's id, base64url; removes it (DELETE).</param>
/// <param name="Title">What the person calls it; 1 to 60 characters.</param>
/// <param name="Added">When it was registered.</param>
/// <param name="Used">When it was last used to sign in.</param>
public sealed record PasskeySummary(string Id, string Title, DateTimeOffset Added, DateTimeOffset? Used);

/// <summary>How the person that asks signs in.</summary>
/// <param name="Name">What the server calls the person.</param>
/// <param name="Local">An account of this server; false for one of the provider, which keeps password and factors there.</param>
/// <param name="AuthenticatorApp">An authenticator app is set up.</param>
/// <param name="RecoveryCodes">How many recovery codes are left.</param>
/// <param name="Passkeys">Oldest first; at most 20, none for a person of the provider.</param>
/// <param name="Groups">What the provider said of its groups; empty for a local account.</param>
/// <param name="Sessions">Browsers that are signed in, newest first; at most 200.</param>
public sealed record AccountView(
    string Name,
    bool Local,
    bool AuthenticatorApp,
    int RecoveryCodes,
    IReadOnlyList<PasskeySummary> Passkeys,
    IReadOnlyList<string> Groups,
    IReadOnlyList<SessionSummary> Sessions
);

/// <summary>A person's own change of password.</summary>
/// <param name="Current">The present one.</param>
/// <param name="Wanted">The new one: 12 to 200 characters, not with the name in it, not a common one.</param>
public sealed record PasswordRequest(string Current, string Wanted);

/// <summary>Shows that the person of the session is there.</summary>
/// <param name="Password">The caller's.</param>
/// <param name="Code">Of the caller's authenticator app, or a recovery code; needed where an app is set up.</param>
public sealed record ConfirmationRequest(string Password, string? Code = null);

/// <summary>A sign-in of a break-glass account that no other administrator has acknowledged.</summary>
/// <param name="Id">UUIDv7, text; acknowledges it (POST).</param>
/// <param name="Name">The account.</param>
/// <param name="At">When.</param>
/// <param name="Source">From where, as in the audit log.</param>
public sealed record BreakGlassSummary(string Id, string Name, DateTimeOffset At, string Source);

/// <summary>How many were ended.</summary>
/// <param name="Ended">Sessions that are over from now on.</param>
public sealed record SessionsEnded(int Ended);

/// <summary>Addresses of sign-in and accounts below <c>/api/v1</c>.</summary>
public static class SignInPaths
{
    /// <summary>One's own account.</summary>
    public const string Account = "/api/v1/account";

    /// <summary>One's own sessions.</summary>
    public const string Sessions = Account + "/sessions";

    /// <summary>One passkey of the caller.</summary>
    /// <param name="id">As <see cref="PasskeySummary.Id"/> has it.</param>
    public static string Passkey(string id) => $"{Account}/passkeys/{Uri.EscapeDataString(id)}";

    /// <summary>The caller's password.</summary>
    public const string Password = Account + "/password";

    /// <summary>Confirms the caller's password.</summary>
    public const string Confirmation = Account + "/confirmation";

    /// <summary>Uses of break-glass accounts.</summary>
    public const string BreakGlass = "/api/v1/break-glass";
}
