using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Policies;

/// <summary>A stored revision. Rows are never changed.</summary>
internal sealed class RevisionRow
{
    public string Policy { get; init; } = "";
    public long Number { get; init; }
    public string Digest { get; init; } = "";
    public string Document { get; init; } = "";
    public string Content { get; init; } = "";
    public string Author { get; init; } = "";
    public string Reason { get; init; } = "";
    public long PublishedAt { get; init; }
    public long? RollbackTo { get; init; }
    public long Sequence { get; init; }

    public BundleContent ReadContent() => JsonSerializer.Deserialize(Content, WireJson.Default.BundleContent)!;

    public RevisionSummary Summary() =>
        new()
        {
            Number = (int)Number,
            Digest = Digest,
            Author = Author,
            Reason = Reason,
            Published = Clock.At(PublishedAt),
            RollbackTo = (int?)RollbackTo,
            Sequence = Sequence,
        };
}
