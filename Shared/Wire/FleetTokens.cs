namespace IwTune.Shared.Wire;

/// <summary>What a token is for.</summary>
public enum TokenKind
{
    /// <summary>Lets hosts join.</summary>
    Enrolment,

    /// <summary>Lets a program or <c>iwtune fleet</c> call the API.</summary>
    Api,
}

/// <summary>What an API token or a user may do; each includes the one before.</summary>
public enum TokenScope
{
    /// <summary>Look at everything but secrets.</summary>
    Read,

    /// <summary>Publish, roll back, assign, label, retire.</summary>
    Operate,

    /// <summary>Tokens and users too.</summary>
    Admin,
}

/// <summary>Makes a token.</summary>
/// <remarks>Settable, not init-only: generated JSON readers overwrite the default of an init-only property that is left out.</remarks>
public sealed record CreateTokenRequest
{
    /// <summary>What it is for.</summary>
    public required TokenKind Kind { get; init; }

    /// <summary>A name to know it by; at most 100 characters.</summary>
    public string Name { get; set; } = "";

    /// <summary>For API tokens: what it may do.</summary>
    public TokenScope Scope { get; set; } = TokenScope.Operate;

    /// <summary>For enrolment tokens: how many hosts may join; <see langword="null"/> for any number.</summary>
    public int? Uses { get; set; }

    /// <summary>How long it is valid, seconds, 60 s..366 days.</summary>
    public long LifeSeconds { get; set; } = 3600;

    /// <summary>For enrolment tokens: labels every host that joins with it gets.</summary>
    public IReadOnlyDictionary<string, string> Labels { get; set; } = new Dictionary<string, string>(StringComparer.Ordinal);
}

/// <summary>A new token. The only time its text is shown: the server keeps a hash.</summary>
/// <param name="Token">The secret.</param>
/// <param name="CaPin">Pin of the server's CA: <c>sha256:</c> and 64 hex digits.</param>
/// <param name="Command">The command to run, ready to paste: the join command, or the environment of <c>iwtune fleet</c>.</param>
/// <param name="Summary">The token as it is listed from now on.</param>
public sealed record CreatedToken(string Token, string CaPin, string Command, TokenSummary Summary);

/// <summary>A token as it is listed; never the secret.</summary>
public sealed record TokenSummary
{
    /// <summary>UUIDv7, text.</summary>
    public required string Id { get; init; }

    /// <summary>What it is for.</summary>
    public required TokenKind Kind { get; init; }

    /// <summary>A name to know it by.</summary>
    public required string Name { get; init; }

    /// <summary>The first characters of the secret, to recognise it by.</summary>
    public required string Prefix { get; init; }

    /// <summary>For API tokens: what it may do.</summary>
    public TokenScope? Scope { get; init; }

    /// <summary>For enrolment tokens: joins left; <see langword="null"/> for any number.</summary>
    public int? UsesLeft { get; init; }

    /// <summary>Hosts that joined with it, or for API tokens 0.</summary>
    public required int Used { get; init; }

    /// <summary>For enrolment tokens: labels it gives.</summary>
    public required IReadOnlyDictionary<string, string> Labels { get; init; }

    /// <summary>Who made it.</summary>
    public required string Author { get; init; }

    /// <summary>When.</summary>
    public required DateTimeOffset Created { get; init; }

    /// <summary>When it lapses.</summary>
    public required DateTimeOffset Expires { get; init; }

    /// <summary>When it was revoked; <see langword="null"/> while valid.</summary>
    public DateTimeOffset? Revoked { get; init; }
}
