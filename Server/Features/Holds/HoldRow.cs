using IwTune.Server.Features.Bundles;
using IwTune.Server.Hosting;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Holds;

/// <summary>A stored hold.</summary>
internal sealed class HoldRow
{
    public string Id { get; init; } = "";
    public string Act { get; init; } = "";
    public string HostId { get; init; } = "";
    public string Author { get; init; } = "";
    public string Reason { get; init; } = "";
    public long Since { get; init; }
    public long? ExpiresAt { get; init; }
    public string Digest { get; init; } = "";

    public HoldPin Pin(IReadOnlyDictionary<string, PublishedContent> contents) =>
        new(Id, new HoldState(Author, Clock.At(Since), Clock.At(ExpiresAt), Reason), contents[Digest]);
}
