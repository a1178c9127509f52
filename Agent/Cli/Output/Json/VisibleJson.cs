using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Agent.Engine.Visible;

namespace IwTune.Agent.Cli.Output.Json;

/// <summary>What <c>visible --json</c> writes: one line per page.</summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, GenerationMode = JsonSourceGenerationMode.Serialization)]
[JsonSerializable(typeof(ServedPage))]
internal sealed partial class VisibleJson : JsonSerializerContext;

/// <summary>One page. What the system does not report is null; <c>expectedRounds</c> and <c>expectedMs</c> are the model's.</summary>
internal sealed record ServedPage(
    string Peer,
    long SizeBytes,
    int Segments,
    int Mss,
    int? InitialCwnd,
    double? RttMs,
    string CongestionControl,
    int? Rounds,
    double? Ms,
    int? SegmentsAgain,
    int? ExpectedRounds,
    double? ExpectedMs
)
{
    public static string Line(PageServed page) => JsonSerializer.Serialize(Of(page), VisibleJson.Default.ServedPage);

    private static ServedPage Of(PageServed page)
    {
        var expected = page.Figures.Predictions() is [var (_, own), ..] ? own : null;
        return new(
            page.Peer.ToString(),
            page.Figures.SizeBytes,
            page.Figures.Segments,
            page.Figures.Mss,
            page.Figures.InitCwnd,
            page.Figures.Rtt?.TotalMilliseconds,
            page.Figures.CongestionControl,
            page.Rounds,
            page.Took?.TotalMilliseconds,
            page.SegmentsAgain,
            expected?.Rounds,
            expected?.Fetch.TotalMilliseconds
        );
    }
}
