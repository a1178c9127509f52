namespace IwTune.Shared.Fleet.Access;

/// <summary>What a token is for.</summary>
public enum TokenKind
{
    /// <summary>Lets hosts enrol.</summary>
    Enrolment,

    /// <summary>Lets a program or <c>iwtune fleet</c> call the API.</summary>
    Api,
}

/// <summary>What older programs say instead of a role, for the whole fleet.</summary>
public enum TokenScope
{
    /// <summary><see cref="Role.Viewer"/>.</summary>
    Read,

    /// <summary><see cref="Role.Operator"/>.</summary>
    Operate,

    /// <summary><see cref="Role.Admin"/>.</summary>
    Admin,
}

/// <summary>A token in its list form; never the secret.</summary>
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

    /// <summary>For API tokens: its roles.</summary>
    public IReadOnlyList<AccessGrant> Grants { get; init; } = [];

    /// <summary>The person it acts as; <see langword="null"/> for a service token or an enrolment token.</summary>
    public string? Owner { get; init; }

    /// <summary>For API tokens: when it was used last, to the minute.</summary>
    public DateTimeOffset? LastUsed { get; init; }

    /// <summary>For API tokens: the address it was used from last.</summary>
    public string? LastUsedFrom { get; init; }

    /// <summary>The token that took its place; it lapses when the overlap ends.</summary>
    public string? Successor { get; init; }

    /// <summary>For enrolment tokens: enrolments left; <see langword="null"/> for any number.</summary>
    public int? UsesLeft { get; init; }

    /// <summary>Hosts that enrolled with it, or for API tokens 0.</summary>
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

    /// <summary>As in <see cref="CreateTokenRequest.Approve"/>.</summary>
    public bool Approve { get; init; }

    /// <summary>As in <see cref="CreateTokenRequest.NamePattern"/>.</summary>
    public string NamePattern { get; init; } = "";

    /// <summary>As in <see cref="CreateTokenRequest.Networks"/>.</summary>
    public IReadOnlyList<string> Networks { get; init; } = [];
}
