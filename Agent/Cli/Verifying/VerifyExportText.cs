using System.Globalization;
using IwTune.Agent.Cli.Fleet;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine;
using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Verifying;

/// <summary>What <c>verify-export</c> prints for people.</summary>
internal static class VerifyExportText
{
    /// <param name="terminal">Where to.</param>
    /// <param name="exports">The exports.</param>
    /// <param name="log">The audit log; <see langword="null"/> for none.</param>
    /// <param name="alsoWhatHolds">False to print only what does not hold.</param>
    public static void Write(Terminal terminal, IReadOnlyList<CheckedExport> exports, CheckedLog? log, bool alsoWhatHolds)
    {
        foreach (var export in exports)
            if (!export.Check.Intact)
                Broken(terminal, export.Path, export.Check);
            else if (alsoWhatHolds)
                Intact(terminal, export.Path, export.Check);
        if (log is { Fits: false })
            Broken(terminal, log);
        else if (log is not null && alsoWhatHolds)
            Fits(terminal, log, exports);
    }

    /// <summary>The statements, or what does not hold of them.</summary>
    public static void Write(Terminal terminal, CheckedAttestations said, bool alsoWhatHolds)
    {
        if (!said.Holds)
        {
            terminal.Error.WriteLine($"{said.Path} does not hold. Found:");
            foreach (var problem in said.Problems)
                terminal.Error.WriteLine($"  {problem}");
        }
        else if (alsoWhatHolds)
            foreach (var one in said.Attestations)
                terminal.Say($"{Actors.Name(one.By)} attested {UtcInstantConverter.Text(one.At)}: {one.Statement}");
    }

    /// <summary>When the export existed, or why the stamp does not show it.</summary>
    public static void Write(Terminal terminal, CheckedTimeStamp stamp, bool alsoWhatHolds)
    {
        if (stamp.Check.At is not { } at)
            terminal.Error.WriteLine($"{stamp.Path} {stamp.Check.Problem}.");
        else if (alsoWhatHolds)
            terminal.Say($"{stamp.Export} existed at {UtcInstantConverter.Text(at)}, by the time stamp of {stamp.Check.Authority}.");
    }

    private static void Fits(Terminal terminal, CheckedLog log, IReadOnlyList<CheckedExport> exports)
    {
        var chain = log.Chain;
        terminal.Say(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{log.Path} is one unbroken audit log up to entry {chain.Entries}. {Signed(chain)}"
            )
        );
        foreach (var export in exports.Where(export => export.Check.Intact))
            terminal.Say(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{export.Path} was made after its entry {export.Check.Manifest!.Audit.Number}, and entry "
                        + $"{log.Records[export.Sha256]} records it."
                )
            );
    }

    /// <summary>What no checkpoint covers could have been made anew by a person who has the store.</summary>
    private static string Signed(AuditVerification chain) =>
        chain.Signed == chain.Entries
            ? $"All of it is signed by key {chain.Key}."
            : string.Create(
                CultureInfo.InvariantCulture,
                $"Entries after {chain.Signed} are not signed yet (key {chain.Key}); a copy that is made after five more minutes has their "
                    + $"signature."
            );

    private static void Broken(Terminal terminal, CheckedLog log)
    {
        terminal.Error.WriteLine($"{log.Path} and the exports do not fit. Found:");
        foreach (var problem in log.Chain.Intact ? log.Problems : [log.Chain.Text])
            terminal.Error.WriteLine($"  {problem}");
        terminal.Error.WriteLine("Compare with another copy of the log, such as that of '--audit-file'.");
    }

    private static void Intact(Terminal terminal, string path, ExportCheck check)
    {
        var manifest = check.Manifest!;
        var rows = manifest.Files.Sum(file => (long)(file.Rows ?? 0));
        terminal.Say(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{path} is intact: {Counted.Of(manifest.Files.Count, "file")} and {Counted.Of(rows, "row")} are what "
                    + $"{Actors.Name(manifest.By)} exported at {UtcInstantConverter.Text(manifest.Generated)} with {manifest.Generator}."
            )
        );
        terminal.Say(
            string.Create(
                CultureInfo.InvariantCulture,
                $"It covers {manifest.Counts.Matched} of {Counted.Of(manifest.Counts.Fleet, "host")} as of "
                    + $"{UtcInstantConverter.Text(manifest.Parameters.AsOf)}"
                    + $"{(manifest.Parameters.Query.Length > 0 ? $", those of '{manifest.Parameters.Query}'" : "")}. "
                    + $"{FleetText.Sentence(manifest.Watermark.Sentence)}"
            )
        );
        if (manifest.Scope is { } scope)
            terminal.Say(
                scope.WholeFleet
                    ? "Its exporter sees the whole fleet."
                    : $"It covers a part of the fleet: its exporter ({string.Join(", ", scope.Roles)}) sees {scope.Hosts} and no "
                        + "other host."
            );
        foreach (var (state, hosts) in manifest.Counts.States.Where(state => state.Value > 0))
            terminal.Out.WriteLine(
                string.Create(CultureInfo.InvariantCulture, $"  {state, -12} {hosts, 7}")
                    + (state == Verdict.Compliant ? VerdictWords.WithoutPolicy(hosts, manifest.Counts.WithoutPolicy ?? 0, "0") : "")
            );
        terminal.Say(
            check.Pinned
                ? $"Signed by key {check.KeyId}, the one you gave."
                : $"Signed by key {check.KeyId}, which came with the file. Compare it with the fingerprint on the server's page About, "
                    + "or give it with --key: the author of a file chooses its key."
        );
    }

    private static void Broken(Terminal terminal, string path, ExportCheck check)
    {
        terminal.Error.WriteLine($"{path} is not intact. Tried were its signature, its files and their rows; found:");
        foreach (var problem in check.Problems)
            terminal.Error.WriteLine($"  {problem}");
        terminal.Error.WriteLine(
            "Do not rely on it. Get it again from its source; the server's audit log names the SHA-256 of every export."
        );
    }
}
