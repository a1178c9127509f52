namespace IwTune.Shared.Fleet.Access;

/// <summary>What one call or page needs. As few as carry a meaning of their own; roles are sets of them.</summary>
public enum Permission
{
    /// <summary>The caller's own identity, grants, sessions and personal tokens. Every role has it.</summary>
    Own,

    /// <summary>The console. A role without it calls the API alone.</summary>
    Console,

    /// <summary>Hosts and whatever is known of them: states, verdicts, policies, rollouts, exceptions, impact.</summary>
    HostsRead,

    /// <summary>A host's labels, its leave, and views of hosts for everyone.</summary>
    HostsWrite,

    /// <summary>Publish, roll back, assign and remove policies.</summary>
    PoliciesPublish,

    /// <summary>Plan rollouts and steer them: pause, resume, promote, abort, roll back.</summary>
    RolloutsStart,

    /// <summary>Say yes to another person's plan or exception.</summary>
    RolloutsApprove,

    /// <summary>Times in which nothing starts, for the whole fleet.</summary>
    FreezesWrite,

    /// <summary>Hold hosts and release them.</summary>
    HoldsWrite,

    /// <summary>Take hosts out of judgement for a while.</summary>
    ExceptionsWrite,

    /// <summary>Attach captures of bytes over time, and remove them.</summary>
    CapturesWrite,

    /// <summary>The audit log and how far it is signed.</summary>
    AuditRead,

    /// <summary>Evidence in files: signed compliance exports, copies of the audit log.</summary>
    Export,

    /// <summary>Exports of the whole fleet that the server makes and keeps: schedules, runs, their legal holds and reader links.</summary>
    Runs,

    /// <summary>Make signed statements about compliance runs.</summary>
    Attest,

    /// <summary>Decide about hosts that enrol: approval, copies, new secrets.</summary>
    HostsEnrol,

    /// <summary>Make and revoke enrolment tokens; for some hosts only, those whose labels put every host that enrols among these.</summary>
    TokensEnrol,

    /// <summary>Look at users, at other people's tokens and at the server's settings; never at secrets.</summary>
    AccessRead,

    /// <summary>Make and revoke service tokens, and revoke those of other people.</summary>
    TokensManage,

    /// <summary>Add, change, lock and remove users.</summary>
    UsersManage,

    /// <summary>Provision people and groups of the identity provider by SCIM; never local accounts, never the group map.</summary>
    UsersProvision,

    /// <summary>The server's own settings: webhooks, retention, legal holds.</summary>
    ServerManage,
}

/// <summary>A named set of permissions.</summary>
public enum Role
{
    /// <summary>Looks at hosts and what is decided for them.</summary>
    Viewer,

    /// <summary>Changes what hosts have: publishes, plans rollouts, holds, excepts, labels.</summary>
    Operator,

    /// <summary>Says yes to rollouts that others planned.</summary>
    Approver,

    /// <summary>Everything.</summary>
    Admin,

    /// <summary>Reads everything and exports it; changes nothing.</summary>
    Auditor,

    /// <summary>For a pipeline: plans and pushes policies and assignments over the API; cannot open the console.</summary>
    GitOps,

    /// <summary>For an identity provider: provisions people and groups by SCIM, and nothing else.</summary>
    Provisioner,
}

/// <summary>A role for the hosts of a selector. Several add up.</summary>
/// <param name="Role">What may be done.</param>
/// <param name="Selector">Which hosts, as docs/selectors.md has it; empty for the whole fleet. With a selector a role gives only what can
/// be cut to hosts: no audit log, no users, no tokens, no freezes.</param>
public sealed record AccessGrant(Role Role, string Selector = "")
{
    /// <summary><c>operator</c> or <c>operator:site:fra</c>, as command lines have it.</summary>
    public override string ToString() => Selector.Length == 0 ? Name : $"{Name}:{Selector}";

    private string Name => Role.ToString().ToLowerInvariant();

    /// <summary>
    /// Whether a text announces a selector and has none: <c>operator:</c>, as a script with an empty variable writes it. A command line
    /// refuses that, because <see cref="Parse"/> reads it as the whole fleet, which the empty field of a form means.
    /// </summary>
    public static bool LacksSelector(string text) => text.TrimEnd().EndsWith(':');

    /// <summary>Reads what <see cref="ToString"/> wrote.</summary>
    /// <returns><see langword="null"/> when the text names no role.</returns>
    public static AccessGrant? Parse(string text)
    {
        var (name, selector) = text.IndexOf(':', StringComparison.Ordinal) is var at and > 0
            ? (text[..at], text[(at + 1)..].Trim())
            : (text, "");
        foreach (var role in Enum.GetValues<Role>())
            if (string.Equals(role.ToString(), name.Trim(), StringComparison.OrdinalIgnoreCase))
                return new(role, selector is "*" ? "" : selector);
        return null;
    }
}

/// <summary>The identity behind a token or a session.</summary>
/// <param name="Name">The user's or the token's name, as the audit log writes it.</param>
/// <param name="ServerVersion">The server's version.</param>
/// <param name="Person">The person behind it, as the four-eyes rule counts people.</param>
/// <param name="Grants">Its roles. A personal token is limited by its person's grants as well.</param>
/// <param name="Permissions">What it may do now, somewhere in the fleet.</param>
public sealed record WhoAmI(
    string Name,
    string ServerVersion,
    string Person,
    IReadOnlyList<AccessGrant> Grants,
    IReadOnlyList<Permission> Permissions
);

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
