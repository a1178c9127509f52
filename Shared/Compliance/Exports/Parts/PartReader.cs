using System.Text.Json;

namespace IwTune.Shared.Compliance.Exports.Parts;

/// <summary>Reads the rows of one file, and numbers the problems that are found in them.</summary>
/// <param name="reading">The export.</param>
/// <param name="part">The file.</param>
/// <param name="header">Lines before the first row.</param>
/// <param name="read">Reads a row; <see langword="null"/> at the end.</param>
internal sealed class PartReader<T>(ExportReading reading, ExportPart part, int header, Func<StreamReader, T?> read) : IDisposable
    where T : class
{
    private readonly UnpackedFile _file = reading.Open(part.Name);
    private StreamReader? _text;

    /// <summary>The row that was asked for last. Past the end it goes on counting.</summary>
    public int Row { get; private set; }

    /// <summary>Rows that there were so far.</summary>
    public int Rows { get; private set; }

    /// <summary>Columns of a table, by its header.</summary>
    public int Columns { get; set; }

    /// <summary>True when a row is not of the format; what follows it is not checked.</summary>
    public bool Broken { get; private set; }

    /// <returns><see langword="null"/> at the end, and for a row that is not of the format.</returns>
    public T? Next()
    {
        Row++;
        try
        {
            var row = Guarded(Row + header, read);
            Rows += row is null ? 0 : 1;
            return row;
        }
        catch (JsonException malformed)
        {
            Problem($"does not match the format at {malformed.Path ?? "$"}");
            Broken = true;
            return null;
        }
    }

    /// <summary>Reads what comes before the first row.</summary>
    public T? Header() => Guarded(1, read);

    /// <summary>Notes what is wrong with the row that was asked for last.</summary>
    public void Problem(string what) => reading.Problem(part.Name, Row + header, what);

    /// <summary>Compares hash and rows with the manifest.</summary>
    public void Finish(int? rows = null) => reading.Hash(part.Name, _file, rows ?? Rows);

    /// <inheritdoc/>
    public void Dispose()
    {
        _text?.Dispose();
        _file.Dispose();
    }

    private T? Guarded(int line, Func<StreamReader, T?> next) =>
        ExportReading.Guard(() => next(_text ??= ExportReading.Text(_file)), part.Name, line);
}
