using System.Buffers;
using System.IO.Pipelines;
using System.Text.Json;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Reports;

/// <summary>Reads NDJSON (one JSON value a line). Either every line can be used, or the first that cannot is named and nothing is stored.</summary>
internal static class ReportReader
{
    public const int MaxBytes = 16 << 20, MaxLine = 8 << 20, MaxLines = 10_000;

    /// <returns>The lines, or what is wrong, as a sentence.</returns>
    public static async Task<(IReadOnlyList<ReportLine> Lines, string? Problem)> ReadAsync(PipeReader body, CancellationToken ct)
    {
        var lines = new List<ReportLine>();
        for (var row = 1; ; row++)
        {
            var (bytes, last) = await LineAsync(body, ct);
            if (bytes is null)
                return ([], $"line {row}: longer than {MaxLine} bytes");
            if (bytes.Length > 0)
            {
                if (lines.Count == MaxLines)
                    return ([], $"line {row}: more than {MaxLines} lines in one batch");
                var (line, problem) = Parse(bytes);
                if (line is null)
                    return ([], $"line {row}: {problem}");
                lines.Add(line);
            }
            if (last)
                return (lines, null);
        }
    }

    private static async Task<(byte[]? Line, bool Last)> LineAsync(PipeReader body, CancellationToken ct)
    {
        while (true)
        {
            var read = await body.ReadAsync(ct);
            if (read.Buffer.PositionOf((byte)'\n') is { } end)
            {
                var line = read.Buffer.Slice(0, end).ToArray();
                body.AdvanceTo(read.Buffer.GetPosition(1, end));
                return (Trim(line), false);
            }
            if (read.Buffer.Length > MaxLine)
                return (null, true);
            if (read.IsCompleted)
            {
                var rest = read.Buffer.ToArray();
                body.AdvanceTo(read.Buffer.End);
                return (Trim(rest), true);
            }
            body.AdvanceTo(read.Buffer.Start, read.Buffer.End);
        }
    }

    private static byte[] Trim(byte[] line) => line is [.., (byte)'\r'] ? line[..^1] : line;

    private static (ReportLine? Line, string Problem) Parse(byte[] bytes)
    {
        try
        {
            return JsonSerializer.Deserialize(bytes, WireJson.Default.ReportLine) is { } line
                ? ReportRules.Broken(line) is { } rule ? (null, rule) : (line, "")
                : (null, "is null");
        }
        catch (JsonException malformed)
        {
            return (null, $"is not a report line at {malformed.Path ?? "$"}: {malformed.Message.Split(" Path:")[0]}");
        }
    }
}
