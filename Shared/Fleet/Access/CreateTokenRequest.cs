namespace IwTune.Shared.Fleet.Access;

/// <summary>Makes a token.</summary>
/// <remarks>Settable, not init-only: generated JSON readers overwrite the default of an init-only property that is left out.</remarks>
public sealed record CreateTokenRequest
{
    /// <summary>What it is for.</summary>
    public required TokenKind Kind { get; init; }

    /// <summary>A name to know it by; at most 100 characters.</summary>
    public string Name { get; set; } = "";

    /// <summary>
    /// For API tokens: its roles, none of them beyond its maker's. For a personal token none means all that the person may.
    /// </summary>
    public IReadOnlyList<AccessGrant> Grants { get; set; } = [];

    /// <summary>
    /// For API tokens: it acts as the person who creates it, never with more rights than that person, and ends with the account.
    /// </summary>
    public bool Personal { get; set; }

    /// <summary>What programs older than roles say: one role for the whole fleet. With <see cref="Grants"/> it is refused.</summary>
    public TokenScope? Scope { get; set; }

    /// <summary>For enrolment tokens: how many hosts may enrol; <see langword="null"/> for any number.</summary>
    public int? Uses { get; set; }

    /// <summary>How long it is valid, seconds, 60 s..366 days.</summary>
    public long LifeSeconds { get; set; } = 3600;

    /// <summary>For enrolment tokens: labels of every host that enrols with it.</summary>
    public IReadOnlyDictionary<string, string> Labels { get; set; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>For enrolment tokens: hosts that enrol with it wait until an administrator approves them.</summary>
    public bool Approve { get; set; }

    /// <summary>
    /// For enrolment tokens: only hosts whose name fits, <c>*</c> for any characters and <c>?</c> for one, without regard to case; empty
    /// for any.
    /// </summary>
    public string NamePattern { get; set; } = "";

    /// <summary>
    /// For enrolment tokens: only from these networks, <c>10.0.0.0/8</c> or <c>2001:db8::/32</c>; empty for any. At most 32.
    /// </summary>
    public IReadOnlyList<string> Networks { get; set; } = [];
}

/// <summary>A new token. The only time its text is shown: the server keeps a hash.</summary>
/// <param name="Token">The secret.</param>
/// <param name="CaPin">Pin of the server's CA: <c>sha256:</c> and 64 hex digits.</param>
/// <param name="Command">The command to run, ready to paste: the enrolment command, or the environment of <c>iwtune fleet</c>.</param>
/// <param name="Summary">The token in its list form.</param>
public sealed record CreatedToken(string Token, string CaPin, string Command, TokenSummary Summary);

/// <summary>Makes a successor of a token with the same name, roles and owner; the old one stays valid for the overlap.</summary>
public sealed record RotateTokenRequest
{
    /// <summary>How long both are valid, seconds, 0..30 days; the old one never lives longer than it would have.</summary>
    public long OverlapSeconds { get; set; } = 86_400;

    /// <summary>
    /// How long the new one is valid, seconds, 60 s..366 days; <see langword="null"/> for as long as the old one was made for.
    /// </summary>
    public long? LifeSeconds { get; set; }
}
