using IwTune.Shared.Compliance.Exports.Parts;

namespace IwTune.Shared.Compliance.Exports.Formats;

/// <summary>Compares the files of a zip with the same files while they are made a second time. Nothing is kept of them.</summary>
/// <param name="zip">The zip as it came.</param>
internal sealed class MadeAgain(Stream zip) : IDisposable
{
    // The packed zip is in memory while it is compared.
    private const int Most = 256 << 20;

    private readonly Dictionary<string, ZipEntry> _entries = ZipDirectory
        .Read(zip)
        .ToDictionary(entry => entry.Name, StringComparer.Ordinal);
    private readonly HashSet<string> _made = new(StringComparer.Ordinal);
    private string? _difference;

    /// <summary>Compares a zip in an export with what the rows of the export make, and notes the first difference.</summary>
    /// <param name="reading">The export.</param>
    /// <param name="part">The zip in it.</param>
    /// <param name="make">Makes its files; it is given what opens one by its name.</param>
    public static void Check(ExportReading reading, ExportPart part, Action<Func<string, Stream>> make)
    {
        if (Unpacked(reading, part) is not { } bytes)
            return;
        try
        {
            using var again = new MadeAgain(bytes);
            make(again.Open);
            if (again.Difference() is { } difference)
                reading.Problem($"{part.Name}: {difference}");
        }
        catch (ExportFaultException fault)
        {
            throw new ExportFaultException($"{part.Name}: {fault.Message}", fault);
        }
    }

    private static MemoryStream? Unpacked(ExportReading reading, ExportPart part)
    {
        using var file = reading.Open(part.Name);
        if (file.Length > Most)
        {
            reading.Problem($"'{part.Name}' is larger than {Most >> 20} MiB");
            return null;
        }
        var bytes = new MemoryStream((int)file.Length);
        file.CopyTo(bytes);
        return bytes;
    }

    /// <summary>A stream that takes a file as it should be.</summary>
    private Stream Open(string name)
    {
        _made.Add(name);
        if (_entries.TryGetValue(name, out var entry))
            return new ComparedStream(
                new UnpackedFile(zip, entry),
                at => _difference ??= $"'{name}' differs at byte {at} from what the rows of this export make"
            );
        _difference ??= $"'{name}' is missing in it";
        return Stream.Null;
    }

    /// <returns>The first difference; <see langword="null"/> when every file is as it should be and there is no other.</returns>
    private string? Difference() =>
        _difference
        ?? (_entries.Keys.FirstOrDefault(name => !_made.Contains(name)) is { } other ? $"'{other}' does not belong in it" : null);

    /// <inheritdoc/>
    public void Dispose() => zip.Dispose();
}
