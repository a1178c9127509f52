namespace IwTune.Shared.Compliance.Exports.Formats.Workbook;

/// <summary>Compares the files of a zip with the same files while they are made a second time. Nothing is kept of them.</summary>
/// <param name="zip">The zip as it came.</param>
internal sealed class MadeAgain(Stream zip) : IDisposable
{
    private readonly Dictionary<string, ZipEntry> _entries = ZipDirectory
        .Read(zip)
        .ToDictionary(entry => entry.Name, StringComparer.Ordinal);
    private readonly HashSet<string> _made = new(StringComparer.Ordinal);
    private string? _difference;

    /// <summary>A stream that takes a file as it should be.</summary>
    public Stream Open(string name)
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
    public string? Difference() =>
        _difference
        ?? (_entries.Keys.FirstOrDefault(name => !_made.Contains(name)) is { } other ? $"'{other}' does not belong in it" : null);

    /// <inheritdoc/>
    public void Dispose() => zip.Dispose();
}
