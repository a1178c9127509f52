using IwTune.Server.Console;

namespace IwTune.Server.Features.Insight.Captures;

/// <summary>Where a capture's pages are.</summary>
internal static class CaptureAddress
{
    public static string Page(string id) => $"/insight/captures/{Address.Segment(id)}";

    public static string Removal(string id) => $"{Page(id)}/remove";
}
