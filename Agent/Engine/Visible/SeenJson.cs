using System.Text.Json;
using System.Text.Json.Serialization;

namespace IwTune.Agent.Engine.Visible;

/// <summary>What the page asks the server for afterwards.</summary>
/// <param name="Text">In words.</param>
/// <param name="Rounds">See <see cref="PageServed"/>.</param>
/// <param name="Ms">From the write to the last acknowledgement.</param>
/// <param name="SegmentsAgain">Segments retransmitted.</param>
/// <param name="Acknowledged">Pairs of milliseconds since the write and bytes.</param>
internal sealed record Seen(string Text, int? Rounds, double? Ms, int? SegmentsAgain, double[][] Acknowledged)
{
    public static Seen Of(PageServed page) =>
        new(
            page.Text,
            page.Rounds,
            page.Took?.TotalMilliseconds,
            page.SegmentsAgain,
            [.. page.Acknowledged.Select(step => (double[])[Math.Round(step.At.TotalMilliseconds, 3), step.Bytes])]
        );
}

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(Seen))]
internal sealed partial class SeenJson : JsonSerializerContext;
