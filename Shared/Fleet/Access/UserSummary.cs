namespace IwTune.Shared.Fleet.Access;

/// <summary>A person's account; never a secret.</summary>
public sealed record UserSummary
{
    /// <summary>The name to sign in with; of a person of the identity provider <c>oidc:</c> and what this server calls them.</summary>
    public required string Name { get; init; }

    /// <summary>The identity provider that keeps the account; <see langword="null"/> for one of this server.</summary>
    public string? Provider { get; init; }

    /// <summary>The person's roles; of a provider's person those that its groups were mapped to at the last sign-in or refresh.</summary>
    public required IReadOnlyList<AccessGrant> Grants { get; init; }

    /// <summary>When the account was made.</summary>
    public required DateTimeOffset Created { get; init; }

    /// <summary>When the person signed in last.</summary>
    public DateTimeOffset? SignedIn { get; init; }

    /// <summary>From which address that was.</summary>
    public string? SignedInFrom { get; init; }

    /// <summary>When the provider changed the account last by SCIM; <see langword="null"/> for one that SCIM does not keep.</summary>
    public DateTimeOffset? Provisioned { get; init; }

    /// <summary>Since when a person, or the identity provider by SCIM, has locked the account.</summary>
    public DateTimeOffset? Locked { get; init; }

    /// <summary>Why.</summary>
    public string? LockedReason { get; init; }

    /// <summary>Until when it is locked by wrong passwords.</summary>
    public DateTimeOffset? Pausing { get; init; }

    /// <summary>
    /// Whether an authenticator app or a passkey is set up; <see langword="null"/> for a person of the identity provider, whose factors are
    /// there.
    /// </summary>
    public bool? SecondFactor { get; init; }

    /// <summary>Valid personal tokens.</summary>
    public required int Tokens { get; init; }
}

/// <summary>Every session of an account was ended.</summary>
/// <param name="Name">The account.</param>
/// <param name="Ended">Browsers that were signed out.</param>
public sealed record SignedOut(string Name, int Ended);

/// <summary>Makes an account.</summary>
/// <param name="Name">1 to 64 lower-case letters, digits, <c>-</c>, <c>_</c>, <c>.</c> or <c>@</c>.</param>
/// <param name="Grants">At least one.</param>
public sealed record CreateUserRequest(string Name, IReadOnlyList<AccessGrant> Grants);

/// <summary>A new account, or a new password of one. The only time the password is shown.</summary>
/// <param name="Password">Random; valid for 7 days, and the first sign-in asks for another one.</param>
/// <param name="User">The account in its list form.</param>
public sealed record CreatedUser(string Password, UserSummary User)
{
    /// <summary>How long the password signs in, days.</summary>
    public const int ValidDays = 7;

    /// <summary>What is said where the password is shown.</summary>
    public static string Rule => $"valid for {ValidDays} days; the first sign-in asks for another one";
}

/// <summary>Replaces a user's grants.</summary>
/// <param name="Grants">At least one.</param>
/// <param name="Reason">Why, for the audit log; at most 500 characters.</param>
public sealed record GrantsRequest(IReadOnlyList<AccessGrant> Grants, string Reason);

/// <summary>
/// What an account may do. The ETag of this answer in <c>If-Match</c> makes a change fail when another person's change came first.
/// </summary>
/// <param name="Name">The account.</param>
/// <param name="Grants">Its roles.</param>
public sealed record UserGrants(string Name, IReadOnlyList<AccessGrant> Grants);
