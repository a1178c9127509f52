using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Insight.Captures;

/// <summary>A capture as stored: the fields of a list, and the whole as JSON where it is needed.</summary>
internal sealed class CaptureRow
{
    public string Id { get; init; } = "";
    public string Title { get; init; } = "";
    public long SizeBytes { get; init; }
    public long RttMicroseconds { get; init; }
    public string Arms { get; init; } = "[]";
    public long TakenAt { get; init; }
    public string Author { get; init; } = "";
    public long AddedAt { get; init; }
    public string Document { get; init; } = "";

    public CaptureSummary Summary() =>
        new()
        {
            Id = Id,
            Title = Title,
            SizeBytes = SizeBytes,
            RttMicroseconds = RttMicroseconds,
            Arms = JsonSerializer.Deserialize<List<string>>(Arms)!,
            Taken = Clock.At(TakenAt),
            Author = Author,
            Added = Clock.At(AddedAt),
        };

    public Capture Read() => JsonSerializer.Deserialize(Document, InsightJson.Default.Capture)!;
}
