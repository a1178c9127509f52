using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance.Runs.Links;

/// <summary>A stored link, without its secret.</summary>
internal sealed class ReaderLinkRow
{
    public const string Columns = "id, run_id, author, reason, created_at, expires_at, revoked_at, used, used_at";

    public string Id { get; init; } = "";
    public string RunId { get; init; } = "";
    public string Author { get; init; } = "";
    public string Reason { get; init; } = "";
    public long CreatedAt { get; init; }
    public long ExpiresAt { get; init; }
    public long? RevokedAt { get; init; }
    public long Used { get; init; }
    public long? UsedAt { get; init; }

    public ReaderLink View() =>
        new()
        {
            Id = Id,
            Author = Author,
            Reason = Reason,
            Created = Clock.At(CreatedAt),
            Expires = Clock.At(ExpiresAt),
            Revoked = Clock.At(RevokedAt),
            Used = (int)Used,
            LastUsed = Clock.At(UsedAt),
        };
}
