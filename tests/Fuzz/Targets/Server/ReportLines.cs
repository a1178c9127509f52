using System.Buffers;
using System.IO.Pipelines;
using System.Text.Json;
using IwTune.Server.Features.Reports;
using IwTune.Shared.Wire;

namespace IwTune.Fuzz.Targets.Server;

/// <summary>A batch of reports, one JSON document a line, as any host with a secret may send it.</summary>
internal static class ReportLines
{
    public static bool Read(byte[] input)
    {
        var (lines, problem) = Of(input);
        BrokenPromiseException.Unless(
            problem is null || (problem.Length > 0 && lines.Count == 0),
            "a batch is read whole or refused with a reason"
        );
        if (problem is not null)
            return false;
        foreach (var line in lines)
            BrokenPromiseException.Unless(
                Of(JsonSerializer.SerializeToUtf8Bytes(line, WireJson.Default.ReportLine)) is { Problem: null, Lines.Count: 1 },
                "a line that was accepted is accepted as it is stored"
            );
        return lines.Count > 0;
    }

    private static (IReadOnlyList<ReportLine> Lines, string? Problem) Of(byte[] input)
    {
        var read = ReportReader.ReadAsync(PipeReader.Create(new ReadOnlySequence<byte>(input)), CancellationToken.None);
        BrokenPromiseException.Unless(read.IsCompleted, "what is in memory is read at once");
        return read.GetAwaiter().GetResult();
    }
}
