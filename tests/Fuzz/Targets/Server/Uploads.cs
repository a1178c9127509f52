using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Fuzz.Targets.Server;

/// <summary>Captures and surveys that people attach.</summary>
internal static class Uploads
{
    public static bool Read(byte[] input) =>
        Sound(input, InsightJson.Default.Capture, CaptureRules.Problems) | Sound(input, InsightJson.Default.Survey, SurveyRules.Problems);

    private static bool Sound<T>(byte[] input, JsonTypeInfo<T> form, Func<T, IReadOnlyList<string>> problems)
    {
        try
        {
            return JsonSerializer.Deserialize(input, form) is { } read && problems(read).Count == 0;
        }
        catch (JsonException)
        {
            return false;
        }
    }
}
