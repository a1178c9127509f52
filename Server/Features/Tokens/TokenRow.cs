using System.Text.Json;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Tokens;

/// <summary>A stored token: never the secret.</summary>
internal sealed class TokenRow
{
    public string Id { get; init; } = "";
    public string Kind { get; init; } = "";
    public string Name { get; init; } = "";
    public string Prefix { get; init; } = "";
    public string Hash { get; init; } = "";
    public string Grants { get; init; } = "[]";
    public string? Owner { get; init; }
    public long? UsesLeft { get; init; }
    public long Used { get; init; }
    public string Labels { get; init; } = "{}";
    public string Author { get; init; } = "";
    public string Person { get; init; } = "";
    public long CreatedAt { get; init; }
    public long ExpiresAt { get; init; }
    public long? RevokedAt { get; init; }
    public long? UsedAt { get; init; }
    public string UsedFrom { get; init; } = "";
    public string? Successor { get; init; }
    public bool Approve { get; init; }
    public string NamePattern { get; init; } = "";

    /// <summary>Separated by commas.</summary>
    public string Networks { get; init; } = "";

    /// <summary>The person who made it, or who made the token that made it; its maker in rows from before that was recorded.</summary>
    public string Behind => Person.Length > 0 ? Person : Author;

    public TokenSummary Summary() =>
        new()
        {
            Id = Id,
            Kind = Enum.Parse<TokenKind>(Kind),
            Name = Name,
            Prefix = Prefix,
            Grants = GrantsText.Read(Grants),
            Owner = Owner,
            UsesLeft = (int?)UsesLeft,
            Used = (int)Used,
            Labels = ReadLabels(),
            Author = Author,
            Created = Clock.At(CreatedAt),
            Expires = Clock.At(ExpiresAt),
            Revoked = Clock.At(RevokedAt),
            LastUsed = Clock.At(UsedAt),
            LastUsedFrom = UsedFrom.Length > 0 ? UsedFrom : null,
            Successor = Successor,
            Approve = Approve,
            NamePattern = NamePattern,
            Networks = ReadNetworks(),
        };

    /// <summary>
    /// The identity behind it. A personal token reaches as far as its person does now, a service token as far as its grants.
    /// </summary>
    /// <param name="owner">What its person may do now; <see langword="null"/> for a service token.</param>
    /// <param name="scheme">How it proved itself.</param>
    public Caller Caller(Rights? owner, string scheme)
    {
        var own = Rights.Read(Grants);
        var rights =
            owner is null ? own
            : own.Grants.Count == 0 ? owner
            : own.Within(owner);
        return new(Name, Actor, Behind, rights, scheme) { User = Owner, IsLimited = owner is not null && own.Grants.Count > 0 };
    }

    /// <summary>
    /// As the audit log writes it. Its person is part of it: people choose the names of their tokens, also those that others have.
    /// </summary>
    private string Actor => Owner is null ? $"token:{Name}" : $"token:{Owner}/{Name}";

    public IReadOnlyList<string> ReadNetworks() => Networks.Split(',', StringSplitOptions.RemoveEmptyEntries);

    public IReadOnlyDictionary<string, string> ReadLabels() => JsonSerializer.Deserialize<Dictionary<string, string>>(Labels)!;
}
