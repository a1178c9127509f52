using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Compliance.Exports.Formats;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Compliance.Exports.Parts;

/// <summary>Checks what is in the files of an export: hashes, every line, and that they agree about the same hosts.</summary>
internal sealed class ExportReading
{
    private const int MostDocument = 1 << 20,
        MostLine = 1 << 20;

    private readonly Stream _zip;
    private readonly List<string> _problems;
    private readonly Dictionary<string, ZipEntry> _entries;
    private readonly Dictionary<string, ExportFile> _files;
    private readonly HashSet<string> _done = new(StringComparer.Ordinal);

    private ExportReading(Stream zip, IReadOnlyList<ZipEntry> entries, ExportManifest manifest, List<string> problems)
    {
        (_zip, Manifest, _problems) = (zip, manifest, problems);
        _entries = entries.ToDictionary(entry => entry.Name, StringComparer.Ordinal);
        _files = manifest.Files.ToDictionary(file => file.Name, StringComparer.Ordinal);
    }

    /// <summary>Adds everything that is wrong to the problems.</summary>
    public static void Check(Stream zip, IReadOnlyList<ZipEntry> entries, ExportManifest manifest, List<string> problems)
    {
        var reading = new ExportReading(zip, entries, manifest, problems);
        var present = ExportParts.All.Where(part => reading._entries.ContainsKey(part.Name)).ToLookup(part => part.Optional);
        foreach (var part in present[false])
            part.Check?.Invoke(reading);
        // Where the rows are wrong, a format that repeats them says nothing new.
        if (problems.Count == 0)
            foreach (var part in present[true])
                part.Check?.Invoke(reading);
        foreach (var policy in manifest.Policies)
            reading.Document(policy);
        foreach (var file in manifest.Files)
            reading.Bytes(file);
    }

    public ExportManifest Manifest { get; }

    /// <summary>What the row of each host says, which its last change must agree with.</summary>
    public Dictionary<string, (Verdict Verdict, string Reason, DateTimeOffset Since, string Controls)> Hosts { get; } =
        new(StringComparer.Ordinal);

    /// <summary>The controls, once they were read; none in the export of a server that knew none.</summary>
    public ControlCatalog Catalog { get; set; } = ControlCatalog.Empty;

    /// <summary>True when enough is wrong.</summary>
    public bool Full => _problems.Count >= ExportCheck.MostProblems;

    /// <summary>Reads lines of JSON.</summary>
    public PartReader<T> Lines<T>(ExportPart part, JsonTypeInfo<T> type)
        where T : class =>
        new(
            this,
            part,
            header: 0,
            text =>
                BoundedLine.Read(text, MostLine) is { } line ? JsonSerializer.Deserialize(line, type) ?? throw new JsonException() : null
        );

    /// <summary>Reads CSV behind its line of columns.</summary>
    public PartReader<IReadOnlyList<string>> Table(ExportPart part)
    {
        var table = new PartReader<IReadOnlyList<string>>(this, part, header: 1, text => ExportCsv.Read(text, MostLine));
        var head = table.Header() ?? [];
        var known = Manifest.Format == ExportManifest.Version1 ? part.FormerColumns : [part.Columns!];
        if (!known.Any(columns => head.SequenceEqual(columns)))
            Problem($"{part.Name} does not begin with the columns of this format");
        table.Columns = head.Count;
        return table;
    }

    /// <summary>Reads lines as they are.</summary>
    public PartReader<string> Texts(ExportPart part) => new(this, part, header: 0, text => BoundedLine.Read(text, MostLine));

    /// <summary>Takes a file as the rows make it again, and notes where the file differs.</summary>
    public ComparedStream Compared(ExportPart part) =>
        new(Open(part.Name), at => Problem($"{part.Name}: differs at byte {at} from what the rows of this export make"));

    /// <summary>Reads every host, once more.</summary>
    public void EachHost(Action<ComplianceHost> take)
    {
        using var hosts = Lines(HostsPart.Lines, ExportJson.Default.ComplianceHost);
        while (hosts.Next() is { } host)
            take(host);
    }

    /// <summary>Reads every exception, as its cells; those that an older server did not write are empty.</summary>
    public void EachException(Action<IReadOnlyList<string>> take)
    {
        using var exceptions = Table(ExceptionsPart.Part);
        while (exceptions.Next() is { } cells)
            take([
                .. cells.Select(ExportCsv.Text),
                .. Enumerable.Repeat("", Math.Max(0, ExceptionsPart.Part.Columns!.Count - cells.Count)),
            ]);
    }

    public UnpackedFile Open(string name) => new(_zip, _entries[name]);

    public void Problem(string what) => _problems.Add(what);

    public void Problem(string file, int line, string what) => _problems.Add($"{file} line {line} {what}");

    /// <summary>Compares a file that was read to its end with what the manifest says of it.</summary>
    public void Hash(string name, UnpackedFile file, int? rows)
    {
        if (Full || !_done.Add(name))
            return;
        var listed = _files[name];
        if (file.Finish() != listed.Sha256)
            Problem($"'{name}' was changed: its SHA-256 is not the one in the manifest");
        if (rows is { } count && listed.Rows != count)
            Problem($"'{name}' has {count} rows, but the manifest says {listed.Rows}");
    }

    public static StreamReader Text(Stream of) =>
        new(
            of,
            new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true),
            detectEncodingFromByteOrderMarks: false
        );

    /// <exception cref="ExportFaultException">It is no text, or no line of the format.</exception>
    public static T? Guard<T>(Func<T?> read, string file, int line)
        where T : class
    {
        try
        {
            return read();
        }
        catch (Exception bad) when (bad is FormatException or ArgumentException)
        {
            throw new ExportFaultException($"{file} line {line}: {(bad is FormatException ? bad.Message : "is not UTF-8")}", bad);
        }
    }

    /// <summary>A document is the revision that rows name when it compiles to the content whose digest they name.</summary>
    private void Document(ExportPolicy named)
    {
        if (Full || _done.Contains(named.File))
            return;
        var entry = _entries[named.File];
        if (entry.Bytes > MostDocument)
        {
            Problem($"'{entry.Name}' is larger than {MostDocument >> 20} MiB");
            return;
        }
        using var file = new UnpackedFile(_zip, entry);
        using var text = Text(file);
        var policy = PolicyReader.Read(Guard(text.ReadToEnd, entry.Name, 1) ?? "").Policy;
        if (policy?.Name != named.Policy || BundleDigest.Of(BundleContent.From(policy, named.Revision)) != named.Digest)
            Problem(
                $"'{entry.Name}' is not the document of {ExportVerifier.Short(named.Policy)} revision {named.Revision} that hosts were "
                    + "required to have: its digest differs"
            );
        Hash(named.File, file, null);
    }

    private void Bytes(ExportFile listed)
    {
        if (Full || _done.Contains(listed.Name))
            return;
        using var file = new UnpackedFile(_zip, _entries[listed.Name]);
        Hash(listed.Name, file, null);
    }
}
