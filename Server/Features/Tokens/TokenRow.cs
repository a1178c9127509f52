using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Tokens;

/// <summary>A token as it is stored: never the secret.</summary>
internal sealed class TokenRow
{
    public string Id { get; init; } = "";
    public string Kind { get; init; } = "";
    public string Name { get; init; } = "";
    public string Prefix { get; init; } = "";
    public string Hash { get; init; } = "";
    public string? Scope { get; init; }
    public long? UsesLeft { get; init; }
    public long Used { get; init; }
    public string Labels { get; init; } = "{}";
    public string Author { get; init; } = "";
    public string Person { get; init; } = "";
    public long CreatedAt { get; init; }
    public long ExpiresAt { get; init; }
    public long? RevokedAt { get; init; }

    /// <summary>The person who made it, or who made the token that made it; its maker where that was not written down yet.</summary>
    public string Behind => Person.Length > 0 ? Person : Author;

    public TokenSummary Summary() => new()
    {
        Id = Id,
        Kind = Enum.Parse<TokenKind>(Kind),
        Name = Name,
        Prefix = Prefix,
        Scope = Scope is null ? null : Enum.Parse<TokenScope>(Scope),
        UsesLeft = (int?)UsesLeft,
        Used = (int)Used,
        Labels = ReadLabels(),
        Author = Author,
        Created = Clock.At(CreatedAt),
        Expires = Clock.At(ExpiresAt),
        Revoked = Clock.At(RevokedAt),
    };

    public IReadOnlyDictionary<string, string> ReadLabels() => JsonSerializer.Deserialize<Dictionary<string, string>>(Labels)!;
}
