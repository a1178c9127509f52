using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace IwTune.Shared.Compliance.Exports.Parts;

/// <summary>Reads the rows of one file, and numbers the problems that are found in them.</summary>
internal abstract class PartReader(ExportReading reading, ExportPart part, int header) : IDisposable
{
    /// <summary>A line of more characters than this is none of ours.</summary>
    protected const int MostLine = 1 << 20;

    private readonly UnpackedFile _file = reading.Open(part.Name);
    private StreamReader? _text;

    protected StreamReader Text => _text ??= ExportReading.Text(_file);

    /// <summary>The row that was asked for last; past the end there are no more, and it goes on counting.</summary>
    public int Row { get; protected set; }

    /// <summary>Rows that there were so far.</summary>
    protected int Rows { get; set; }

    /// <summary>Notes what is wrong with the row that was read last.</summary>
    public void Problem(string what) => reading.Problem(part.Name, Row + header, what);

    /// <summary>Compares hash and rows with the manifest.</summary>
    public void Finish(int? rows = null) => reading.Hash(part.Name, _file, rows ?? Rows);

    /// <inheritdoc/>
    public void Dispose()
    {
        _text?.Dispose();
        _file.Dispose();
    }
}

/// <summary>Reads lines of JSON.</summary>
internal sealed class LineReader<T>(ExportReading reading, ExportPart part, JsonTypeInfo<T> type) : PartReader(reading, part, header: 0)
    where T : class
{
    private readonly ExportPart _part = part;

    /// <summary>True when a line could not be read; what follows it is not checked.</summary>
    public bool Broken { get; private set; }

    /// <returns><see langword="null"/> at the end, and after a line that is not of the format.</returns>
    public T? Next()
    {
        if (ExportReading.Guard(() => BoundedLine.Read(Text, MostLine), _part.Name, Row + 1) is not { } line)
            return null;
        Rows = ++Row;
        try
        {
            return JsonSerializer.Deserialize(line, type) ?? throw new JsonException();
        }
        catch (JsonException malformed)
        {
            Problem($"is not of this format at {malformed.Path ?? "$"}");
            Broken = true;
            return null;
        }
    }
}

/// <summary>Reads CSV, the line of columns first.</summary>
internal sealed class TableReader : PartReader
{
    private readonly ExportPart _part;

    public TableReader(ExportReading reading, ExportPart part)
        : base(reading, part, header: 1)
    {
        _part = part;
        if (Cells(1) is not { } head || !head.SequenceEqual(part.Columns!, StringComparer.Ordinal))
            reading.Problem($"{part.Name} does not begin with the columns of this format");
    }

    /// <returns><see langword="null"/> at the end.</returns>
    public IReadOnlyList<string>? Next()
    {
        Row++;
        var cells = Cells(Row + 1);
        Rows += cells is null ? 0 : 1;
        return cells;
    }

    private IReadOnlyList<string>? Cells(int line) => ExportReading.Guard(() => ExportCsv.Read(Text, MostLine), _part.Name, line);
}
