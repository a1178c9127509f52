using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Identity.Sessions;

/// <summary>One browser that is signed in, and the present state of its account.</summary>
internal sealed class SessionRow
{
    public string Id { get; init; } = "";

    /// <summary><c>user</c> for an account of this server, <c>oidc</c> for one of the provider.</summary>
    public string Kind { get; init; } = "";

    public string Name { get; init; } = "";
    public string Method { get; init; } = "";
    public string Stamp { get; init; } = "";
    public string Address { get; init; } = "";
    public string Browser { get; init; } = "";
    public long CreatedAt { get; init; }

    /// <summary>When its person last did something; an open page that renews itself does not count.</summary>
    public long SeenAt { get; init; }

    public long EndsAt { get; init; }

    /// <summary>When its person last proved to be that person: signed in here or at the provider, or gave the password.</summary>
    public long ProvedAt { get; init; }

    public long? RefreshAt { get; init; }
    public string ProviderId { get; init; } = "";

    /// <summary>The provider's tokens, encrypted; empty for a local account.</summary>
    public string Sealed { get; init; } = "";

    /// <summary>Of a local account.</summary>
    public string? Grants { get; init; }

    /// <summary>Of an account that a person has locked, or the provider by SCIM.</summary>
    public long? LockedAt { get; init; }

    /// <summary>Of a provider's account: its groups as JSON.</summary>
    public string? Groups { get; init; }

    /// <summary>The account's stamp now; the session is over when it is another one than at sign-in.</summary>
    public string? AccountStamp { get; init; }

    public string Actor => $"{Kind}:{Name}";

    public bool IsIdle(long now, TimeSpan most) => now - SeenAt >= (long)most.TotalMilliseconds;

    public SessionSummary Summary(string current) =>
        new(Id, Method, Address, Browser, Hosting.Clock.At(CreatedAt), Hosting.Clock.At(SeenAt), Hosting.Clock.At(EndsAt), Id == current);
}
