using System.Text;
using System.Text.Json;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Compliance.Exports;

/// <summary>Checks what is in the files of an export: hashes, every line, and that they tell of the same hosts.</summary>
internal sealed class ExportContents
{
    private const int MostLine = 1 << 20,
        MostDocument = 1 << 20;
    private static readonly Verdict[] Verdicts = Enum.GetValues<Verdict>();

    private readonly Stream _zip;
    private readonly ExportManifest _manifest;
    private readonly List<string> _problems;
    private readonly Dictionary<string, ZipEntry> _entries;
    private readonly Dictionary<string, ExportFile> _files;
    private readonly HashSet<string> _done = new(StringComparer.Ordinal);

    /// <summary>What a host's row says, to hold its last change against.</summary>
    private readonly Dictionary<string, (Verdict Verdict, string Reason, DateTimeOffset Since)> _hosts = new(StringComparer.Ordinal);

    private ExportContents(Stream zip, IReadOnlyList<ZipEntry> entries, ExportManifest manifest, List<string> problems)
    {
        (_zip, _manifest, _problems) = (zip, manifest, problems);
        _entries = entries.ToDictionary(entry => entry.Name, StringComparer.Ordinal);
        _files = manifest.Files.ToDictionary(file => file.Name, StringComparer.Ordinal);
    }

    public static void Check(Stream zip, IReadOnlyList<ZipEntry> entries, ExportManifest manifest, List<string> problems)
    {
        var contents = new ExportContents(zip, entries, manifest, problems);
        contents.Hosts();
        contents.Changes();
        contents.Exceptions();
        foreach (var policy in manifest.Policies)
            contents.Document(policy);
        foreach (var file in manifest.Files)
            contents.Bytes(file);
    }

    private bool Full => _problems.Count >= ExportCheck.MostProblems;

    private void Hosts()
    {
        using var jsonFile = new UnpackedFile(_zip, _entries[ExportNames.HostsJsonLines]);
        using var csvFile = new UnpackedFile(_zip, _entries[ExportNames.HostsCsv]);
        using var json = Text(jsonFile);
        using var csv = Text(csvFile);
        var (rows, states, silent, before) = (0, new Dictionary<Verdict, int>(), new List<string>(), "");
        var digests = new HashSet<(string?, int?, string?)>();
        if (Cells(csv, ExportNames.HostsCsv, 1) is not { } head || !head.SequenceEqual(HostColumns.Names, StringComparer.Ordinal))
            _problems.Add($"{ExportNames.HostsCsv} does not begin with the columns of this format");
        while (!Full && Line(json, ExportNames.HostsJsonLines, rows + 1) is { } line)
        {
            rows++;
            if (Parse(line, ExportJson.Default.ComplianceHost, ExportNames.HostsJsonLines, rows) is not { } host)
                return;
            if (
                host is not { Id: not null, Name: not null, Os: not null, Labels: not null, Reason: not null }
                || !Enum.IsDefined(host.Verdict)
            )
            {
                Problem(ExportNames.HostsJsonLines, rows, "is no host, or has a verdict that is none");
                return;
            }
            if (string.CompareOrdinal(host.Id, before) <= 0)
                Problem(ExportNames.HostsJsonLines, rows, "is not in the order of ids, or comes twice");
            if (host.Since > _manifest.Parameters.AsOf || host.Enrolled > _manifest.Parameters.AsOf)
                Problem(ExportNames.HostsJsonLines, rows, "has something later than the instant of the export");
            before = host.Id;
            _hosts[host.Id] = (host.Verdict, host.Reason, host.Since);
            states[host.Verdict] = states.GetValueOrDefault(host.Verdict) + 1;
            if (host.Verdict is Verdict.Stale or Verdict.NeverSeen)
                silent.Add(host.Id);
            if (host.Policy is not null)
                digests.Add((host.Policy, host.Revision, host.Digest));
            var cells = Cells(csv, ExportNames.HostsCsv, rows + 1);
            var expected = HostColumns.Of(host).Select(ExportCsv.Safe);
            if (cells is null)
                Problem(ExportNames.HostsCsv, rows + 1, "is missing");
            else if (!expected.SequenceEqual(cells, StringComparer.Ordinal))
                Problem(
                    ExportNames.HostsCsv,
                    rows + 1,
                    $"does not say of host {ExportVerifier.Short(host.Name)} what {ExportNames.HostsJsonLines} says"
                );
        }
        if (!Full && Cells(csv, ExportNames.HostsCsv, rows + 2) is not null)
            Problem(ExportNames.HostsCsv, rows + 2, $"has no counterpart in {ExportNames.HostsJsonLines}");
        Sums(rows, states, silent, digests);
        Hash(ExportNames.HostsJsonLines, jsonFile, rows);
        Hash(ExportNames.HostsCsv, csvFile, rows);
    }

    private void Sums(int rows, Dictionary<Verdict, int> states, List<string> silent, HashSet<(string?, int?, string?)> digests)
    {
        if (rows != _manifest.Counts.Matched)
            _problems.Add($"{ExportNames.HostsJsonLines} has {rows} hosts, and the manifest counts {_manifest.Counts.Matched}");
        foreach (var word in Verdicts)
            if (states.GetValueOrDefault(word) != _manifest.Counts.States.GetValueOrDefault(word))
                _problems.Add(
                    $"{states.GetValueOrDefault(word)} rows are {word}, and the manifest counts "
                        + $"{_manifest.Counts.States.GetValueOrDefault(word)}"
                );
        if (
            silent.Count != _manifest.Watermark.Silent
            || !silent.Take(ExportWatermark.MostSilent).SequenceEqual(_manifest.Watermark.SilentHosts, StringComparer.Ordinal)
        )
            _problems.Add($"{silent.Count} rows had not reported, and the manifest names {_manifest.Watermark.Silent}, or other ones");
        foreach (var (policy, revision, digest) in digests)
            if (!_manifest.Policies.Any(known => known.Policy == policy && known.Revision == revision && known.Digest == digest))
                _problems.Add($"rows name {ExportVerifier.Short(policy ?? "")} revision {revision}, which the manifest does not");
    }

    private void Changes()
    {
        using var file = new UnpackedFile(_zip, _entries[ExportNames.Changes]);
        using var text = Text(file);
        var (rows, last) = (0, (ComplianceChange?)null);
        while (!Full && Line(text, ExportNames.Changes, rows + 1) is { } line)
        {
            rows++;
            if (Parse(line, ExportJson.Default.ComplianceChange, ExportNames.Changes, rows) is not { } change)
                return;
            if (change is not { Host: not null, Reason: not null } || !Enum.IsDefined(change.Verdict) || change.Since > change.At)
            {
                Problem(ExportNames.Changes, rows, "is no change of a verdict");
                return;
            }
            if (change.At <= _manifest.Parameters.Since || change.At > _manifest.Parameters.AsOf)
                Problem(ExportNames.Changes, rows, "is outside of the period the export is of");
            if (
                last is not null
                && (string.CompareOrdinal(change.Host, last.Host) is var order && (order < 0 || (order == 0 && change.At < last.At)))
            )
                Problem(ExportNames.Changes, rows, "is not in the order of hosts and time");
            if (last is not null && last.Host != change.Host)
                Latest(last, rows - 1);
            last = change;
        }
        if (last is not null)
            Latest(last, rows);
        Hash(ExportNames.Changes, file, rows);
    }

    /// <summary>The last change of a host is what its row says.</summary>
    private void Latest(ComplianceChange change, int row)
    {
        if (!_hosts.TryGetValue(change.Host, out var host))
            Problem(ExportNames.Changes, row, "is of a host that is not in the export");
        else if (host != (change.Verdict, change.Reason, change.Since))
            Problem(ExportNames.Changes, row, $"is the last of its host, and {ExportNames.HostsJsonLines} says something else of it");
    }

    private void Exceptions()
    {
        using var file = new UnpackedFile(_zip, _entries[ExportNames.Exceptions]);
        using var text = Text(file);
        if (Cells(text, ExportNames.Exceptions, 1) is not { } head || !head.SequenceEqual(ExceptionColumns.Names, StringComparer.Ordinal))
            _problems.Add($"{ExportNames.Exceptions} does not begin with the columns of this format");
        var rows = 0;
        while (!Full && Cells(text, ExportNames.Exceptions, rows + 2) is { } cells)
        {
            rows++;
            if (cells.Count != ExceptionColumns.Names.Count)
                Problem(ExportNames.Exceptions, rows + 1, "has more or fewer cells than columns");
        }
        Hash(ExportNames.Exceptions, file, rows);
    }

    /// <summary>A document is the revision that rows name when it compiles to the content whose digest they name.</summary>
    private void Document(ExportPolicy named)
    {
        if (Full || _done.Contains(named.File))
            return;
        var entry = _entries[named.File];
        if (entry.Bytes > MostDocument)
        {
            _problems.Add($"'{entry.Name}' is larger than {MostDocument >> 20} MiB");
            return;
        }
        using var file = new UnpackedFile(_zip, entry);
        using var text = Text(file);
        var policy = PolicyReader.Read(Guard(text.ReadToEnd, entry.Name, 1) ?? "").Policy;
        if (policy?.Name != named.Policy || BundleDigest.Of(BundleContent.From(policy, named.Revision)) != named.Digest)
            _problems.Add(
                $"'{entry.Name}' is not the document of {ExportVerifier.Short(named.Policy)} revision {named.Revision} that hosts were "
                    + "required to have: its digest is another"
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

    private void Hash(string name, UnpackedFile file, int? rows)
    {
        if (Full || !_done.Add(name))
            return;
        var listed = _files[name];
        if (file.Finish() != listed.Sha256)
            _problems.Add($"'{name}' was changed: its SHA-256 is not the one in the manifest");
        if (rows is { } count && listed.Rows != count)
            _problems.Add($"'{name}' has {count} rows, and the manifest says {listed.Rows}");
    }

    private static StreamReader Text(Stream of) =>
        new(
            of,
            new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true),
            detectEncodingFromByteOrderMarks: false
        );

    private static IReadOnlyList<string>? Cells(StreamReader from, string file, int row) =>
        Guard(() => ExportCsv.Read(from, MostLine), file, row);

    private static string? Line(StreamReader from, string file, int row) => Guard(() => BoundedLine.Read(from, MostLine), file, row);

    private static T? Guard<T>(Func<T?> read, string file, int row)
        where T : class
    {
        try
        {
            return read();
        }
        catch (Exception bad) when (bad is FormatException or ArgumentException)
        {
            throw new ExportFaultException($"{file} line {row}: {(bad is FormatException ? bad.Message : "is not UTF-8")}", bad);
        }
    }

    private T? Parse<T>(string line, System.Text.Json.Serialization.Metadata.JsonTypeInfo<T> type, string file, int row)
        where T : class
    {
        try
        {
            return JsonSerializer.Deserialize(line, type) ?? throw new JsonException();
        }
        catch (JsonException malformed)
        {
            Problem(file, row, $"is not of this format at {malformed.Path ?? "$"}");
            return null;
        }
    }

    private void Problem(string file, int row, string what) => _problems.Add($"{file} line {row} {what}");
}
