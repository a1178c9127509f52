using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Compliance.Exports;

namespace IwTune.Agent.Cli.Verifying;

/// <summary>Whether an export is unchanged since its server made it, without asking a server.</summary>
internal static class VerifyExportVerb
{
    public static Verb Create(CliContext context)
    {
        var file = new Argument<string>("file") { HelpName = "FILE", Description = "The zip of 'iwtune fleet export'" };
        var key = new Option<string>("--key")
        {
            HelpName = "FINGERPRINT|FILE",
            Description = "The key it must be signed with: its fingerprint, or a file with it or with the public key",
        };
        var verb = new Verb(VerbGroup.Fleet, "verify-export", "Check an export: signature, files, counts, every line; needs no server")
        {
            Details = """
                Reads the zip and nothing else. Checked are the signature over the manifest, the SHA-256 of every file, that there
                is no file more or less, that counts sum to the fleet and agree with the rows, that CSV and JSON say the same,
                that each host's last change is what its row says, and that each policy has the digest that was required.
                Without --key the key is the one in the file: that shows a change, and not who signed. Exits 0 when all of it
                holds, 1 when anything does not.
                """,
            Examples = [("iwtune verify-export november.zip --key 3f0c…", "the fingerprint is on the server's console, page About")],
        };
        verb.Add(file);
        verb.Add(key);
        verb.Add(JsonOption.Option);
        verb.SetAction(parsed => Run(context.Terminal, parsed.GetRequiredValue(file), parsed.GetValue(key), parsed.WantsJson()));
        return verb;
    }

    private static int Run(Terminal terminal, string path, string? key, bool json)
    {
        var pin = key is null ? null : ExportChecking.Pin(key);
        ExportCheck check;
        try
        {
            using var zip = File.OpenRead(path);
            check = ExportChecking.Verify(zip, pin);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{path} cannot be read: {unreadable.Message}", unreadable);
        }
        if (json)
            VerifyExportJson.Write(terminal.Out, check);
        else if (check.Intact)
            Intact(terminal, path, check);
        if (!check.Intact)
            Broken(terminal, path, check);
        return check.Intact ? ExitCode.Fine : ExitCode.Error;
    }

    private static void Intact(Terminal terminal, string path, ExportCheck check)
    {
        var manifest = check.Manifest!;
        var rows = manifest.Files.Sum(file => (long)(file.Rows ?? 0));
        terminal.Say(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{path} is intact: {manifest.Files.Count} files and {rows} rows are what {manifest.By} exported at "
                    + $"{UtcInstantConverter.Text(manifest.Generated)} with {manifest.Generator}."
            )
        );
        terminal.Say(
            string.Create(
                CultureInfo.InvariantCulture,
                $"It covers {manifest.Counts.Matched} of {manifest.Counts.Fleet} hosts as of "
                    + $"{UtcInstantConverter.Text(manifest.Parameters.AsOf)}"
                    + $"{(manifest.Parameters.Query.Length > 0 ? $", those of '{manifest.Parameters.Query}'" : "")}. "
                    + $"{manifest.Watermark.Sentence}"
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
            terminal.Out.WriteLine(string.Create(CultureInfo.InvariantCulture, $"  {state, -12} {hosts, 7}"));
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
