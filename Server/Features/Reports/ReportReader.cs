using System.Buffers;
using System.IO.Pipelines;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Server.Hosting.Requests;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Reports;

/// <summary>
/// Reads NDJSON (one JSON value a line). Either every line can be used, or the first that cannot is named and nothing is stored.
/// </summary>
internal sealed class ReportReader
{
    public const int MaxBytes = 16 << 20,
        MaxLine = 8 << 20,
        MaxLines = 10_000;
    private static readonly JsonTypeInfo<ReportLine> Form = (JsonTypeInfo<ReportLine>)StrictJson.Told.GetTypeInfo(typeof(ReportLine));

    private readonly List<ReportLine> _lines = [];
    private int _row;

    /// <returns>The lines, or what is wrong, as a sentence.</returns>
    public static async Task<(IReadOnlyList<ReportLine> Lines, string? Problem)> ReadAsync(PipeReader body, CancellationToken ct)
    {
        var reader = new ReportReader();
        while (true)
        {
            var read = await body.ReadAsync(ct);
            var problem = reader.Take(read.Buffer, read.IsCompleted, out var rest);
            body.AdvanceTo(rest, read.Buffer.End);
            if (problem is not null)
                return ([], problem);
            if (read.IsCompleted)
                return (reader._lines, null);
        }
    }

    /// <summary>Reads every complete line in place.</summary>
    /// <returns>What is wrong; <see langword="null"/> when nothing is.</returns>
    private string? Take(in ReadOnlySequence<byte> buffer, bool last, out SequencePosition rest)
    {
        var left = new SequenceReader<byte>(buffer);
        while (left.TryReadTo(out ReadOnlySequence<byte> line, (byte)'\n'))
        {
            if (Line(line) is { } problem)
            {
                rest = left.Position;
                return problem;
            }
        }
        rest = left.Position;
        if (left.Remaining > MaxLine)
            return $"line {_row + 1}: longer than {MaxLine} bytes";
        if (!last)
            return null;
        rest = buffer.End;
        return Line(left.UnreadSequence);
    }

    private string? Line(in ReadOnlySequence<byte> bytes)
    {
        _row++;
        if (bytes.Length > MaxLine)
            return $"line {_row}: longer than {MaxLine} bytes";
        // An end of Windows leaves a carriage return, which is a blank to JSON.
        if (bytes.IsEmpty || (bytes.Length == 1 && bytes.FirstSpan[0] == '\r'))
            return null;
        if (_lines.Count == MaxLines)
            return $"line {_row}: more than {MaxLines} lines in one batch";
        var (line, problem) = bytes.IsSingleSegment ? Parse(bytes.FirstSpan) : Joined(bytes);
        if (line is null)
            return $"line {_row}: {problem}";
        _lines.Add(line);
        return null;
    }

    /// <summary>A line that lies in pieces. The JSON reader takes those too, but reads everything twice then.</summary>
    private static (ReportLine? Line, string Problem) Joined(in ReadOnlySequence<byte> bytes)
    {
        var whole = ArrayPool<byte>.Shared.Rent((int)bytes.Length);
        bytes.CopyTo(whole);
        var read = Parse(whole.AsSpan(0, (int)bytes.Length));
        ArrayPool<byte>.Shared.Return(whole);
        return read;
    }

    private static (ReportLine? Line, string Problem) Parse(ReadOnlySpan<byte> bytes)
    {
        try
        {
            return JsonSerializer.Deserialize(bytes, Form) is { } line
                ? ReportRules.Broken(line) is { } rule
                    ? (null, rule)
                    : (line, "")
                : (null, "is null");
        }
        catch (JsonException malformed)
        {
            return (null, $"is not a report line at {malformed.Path ?? "$"}: {malformed.Message.Split(" Path:")[0].TrimEnd('.')}");
        }
    }
}
