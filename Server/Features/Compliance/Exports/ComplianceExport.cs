using System.Globalization;
using System.Security.Cryptography;
using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Compliance.Exports.Printing;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Compliance.Exports.Parts;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>
/// Makes exports: written to a file that only the server reads, then signed, then recorded in the audit log, and only then sent.
/// </summary>
internal sealed class ComplianceExport(
    Database database,
    JudgedPeriods periods,
    ExportSigner signer,
    DataDirectory directory,
    SeenHosts seen,
    ControlCatalog catalog,
    ReportPrinter printer,
    TimeProvider clock
)
{
    /// <param name="Content">The zip from its beginning; gone when it is closed.</param>
    /// <param name="FileName">What to call it.</param>
    /// <param name="Manifest">What it says of itself.</param>
    /// <param name="Sha256">Of the zip, lower-case hex.</param>
    internal sealed record Made(FileStream Content, string FileName, ExportManifest Manifest, string Sha256);

    /// <summary>What an export would say of itself: everything but the hashes of its files.</summary>
    public Task<ExportManifest> PreviewAsync(ExportQuestion asked, Exporter who, CancellationToken ct)
    {
        var judged = periods.JudgedUntil;
        return database.LongReadAsync(
            async db =>
            {
                var tally = new ExportTally(asked);
                await foreach (var host in HistoryReads.MembersAsync(db, asked.At, asked.Known).SeenBy(seen).WithCancellation(ct))
                    tally.Add(host);
                return await ManifestAsync(db, asked, tally, await Watermark.AtAsync(db, judged, asked.At, asked.Known, seen), who, []);
            },
            ct
        );
    }

    public async Task<Made> MakeAsync(ExportQuestion asked, Exporter who, CancellationToken ct)
    {
        if (printer.Lacking(asked.Formats) is { } lacking)
            throw new NotPrintedException(lacking);
        var file = Draft();
        try
        {
            // What was being written until now is stored, or dated later: the same question has the same answer.
            await database.WriteAsync(_ => Task.FromResult(0), ct);
            var judged = periods.JudgedUntil;
            var manifest = await database.LongReadAsync(db => WriteAsync(db, file, asked, judged, who, ct), ct);
            file.Position = 0;
            var hash = Convert.ToHexStringLower(await SHA256.HashDataAsync(file, ct));
            file.Position = 0;
            await database.WriteAsync(
                async write =>
                {
                    var which = asked.Query.Length == 0 ? "every host" : $"'{asked.Query}'";
                    var part = manifest.Scope is { WholeFleet: false } scope ? $" of {scope.Hosts}" : "";
                    await AuditLog.AppendAsync(
                        write,
                        clock,
                        who.Actor,
                        ExportActions.Compliance,
                        $"export:{hash}",
                        $"Exported {manifest.Counts.Matched} of {manifest.Counts.Fleet} hosts{part} ({which}) as of "
                            + $"{UtcInstantConverter.Text(manifest.Parameters.AsOf)} with changes since "
                            + $"{UtcInstantConverter.Text(manifest.Parameters.Since)}; SHA-256 {hash}."
                    );
                    return 0;
                },
                ct
            );
            return new(
                file,
                "iwtune-compliance-"
                    + $"{manifest.Parameters.AsOf.UtcDateTime.ToString("yyyyMMdd'T'HHmmss'Z'", CultureInfo.InvariantCulture)}.zip",
                manifest,
                hash
            );
        }
        catch
        {
            await file.DisposeAsync();
            throw;
        }
    }

    private FileStream Draft()
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.ReadWrite,
            Share = FileShare.None,
            Options = FileOptions.DeleteOnClose | FileOptions.Asynchronous,
        };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        return new FileStream(directory.File($"export-{clock.NewId()}.part"), options);
    }

    private async Task<ExportManifest> WriteAsync(
        DbSession db,
        FileStream to,
        ExportQuestion asked,
        long judged,
        Exporter who,
        CancellationToken ct
    )
    {
        // What an interrupted reading left.
        to.SetLength(0);
        using var zip = new ExportZip(to, asked.Parameters.AsOf);
        var tally = new ExportTally(asked);
        // Once: hosts are judged while this is written, and every file must say the same.
        var watermark = await Watermark.AtAsync(db, judged, asked.At, asked.Known, seen);
        var writing = new PartWriting(
            db,
            asked,
            seen,
            tally,
            catalog,
            printer,
            () => ManifestAsync(db, asked, tally, watermark, who, []),
            ct
        );
        foreach (var part in ExportParts.With(asked.Formats))
        {
            await zip.AddAsync(part.Name, stream => PartWriters.Of(part)(writing, stream));
            TooManyHostsException.ThrowIfOf(asked.Formats, tally.Hosts.Count);
        }
        foreach (var (policy, revision, _) in tally.Revisions)
        {
            var row =
                await PolicyQueries.FindAsync(db, policy, revision)
                ?? throw new InvalidOperationException($"Revision {revision} of {policy} is required of hosts and not in the store.");
            await zip.AddAsync(ExportNames.Policy(policy, revision), row.Document);
        }
        foreach (var (name, text) in ExportSchemas.All)
            await zip.AddAsync(name, text);
        await zip.AddAsync(ExportNames.Readme, ExportReadme.Of(asked, tally, Scope(who), signer.Signing));
        var manifest = await ManifestAsync(db, asked, tally, watermark, who, zip.Files);
        var bytes = JsonSerializer.SerializeToUtf8Bytes(manifest, ExportJson.Default.ExportManifest);
        zip.Add(ExportNames.Manifest, bytes);
        zip.Add(ExportNames.Signature, signer.Sign(bytes));
        return manifest;
    }

    private async Task<ExportManifest> ManifestAsync(
        DbSession db,
        ExportQuestion asked,
        ExportTally tally,
        Watermark watermark,
        Exporter who,
        IReadOnlyList<ExportFile> files
    )
    {
        var head = await AuditQueries.HeadAsync(db);
        return new()
        {
            Format = ExportManifest.Version2,
            Generator = $"iwtune-server {ServerVersion.Text}",
            Generated = Clock.At(clock.Now()),
            By = who.Actor,
            Scope = Scope(who),
            Parameters = asked.Parameters,
            Watermark = tally.Watermark(watermark, await DeletedRecords.FindAsync(db)),
            Counts = tally.Counts,
            Policies =
            [
                .. tally.Revisions.Select(one => new ExportPolicy(
                    one.Policy,
                    one.Revision,
                    one.Digest,
                    ExportNames.Policy(one.Policy, one.Revision)
                )),
            ],
            Audit = new(head?.Number ?? 0, head?.Hash ?? "", (await CheckpointQueries.LatestAsync(db))?.Entries),
            Signing = signer.Signing,
            Files = files,
        };
    }

    private ExportScope Scope(Exporter who) => new(seen.Scope.IsFleet, $"{seen.Scope}", who.Grants);
}
