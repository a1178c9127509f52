using System.CommandLine;
using IwTune.Agent.Cli.Options;

namespace IwTune.Agent.Cli.Verifying;

/// <summary>Whether exports are unchanged since their server made them, without asking a server.</summary>
internal static class VerifyExportVerb
{
    public static Verb Create(CliContext context)
    {
        var files = new Argument<string[]>("file")
        {
            HelpName = "FILE",
            Description = "The zip of 'iwtune fleet export'; several with --audit show that they belong to one log",
            Arity = ArgumentArity.OneOrMore,
        };
        var key = new Option<string>("--key")
        {
            HelpName = "FINGERPRINT|FILE",
            Description = "The key it must be signed with: its fingerprint, or a file with it or with the public key",
        };
        var audit = new Option<string>("--audit")
        {
            HelpName = "FILE",
            Description = "A copy of the server's audit log that must record each export: of 'iwtune fleet audit export'",
        };
        var auditKey = new Option<string>("--audit-key")
        {
            HelpName = "ID",
            Description = "The key that signed that log, as you noted it [default: the one in the copy]",
        };
        var attestations = new Option<string>("--attestations")
        {
            HelpName = "FILE",
            Description = "Signed statements about the exports: of 'iwtune fleet runs get'",
        };
        var stamp = new Option<string>("--timestamp")
        {
            HelpName = "FILE",
            Description = "The time stamp (RFC 3161) of the one export: of 'iwtune fleet runs get'",
        };
        var stampCa = new Option<string>("--timestamp-ca")
        {
            HelpName = "FILE",
            Description = "Certificates that the stamp's authority must have been issued by, PEM [default: those of the system]",
        };
        var verb = new Verb(VerbGroup.Fleet, "verify-export", "Check an export: signature, files, counts, every line; needs no server")
        {
            Details = """
                Reads only the zip, and checks: the signature over the manifest; the SHA-256 of every file, and that none is missing or
                added;
                that counts sum up to the fleet and agree with the rows; that CSV and JSON agree; that each host's last change agrees with
                its row; that each policy has the required digest.
                Without --key the key in the file is used: this detects changes, but does not prove who signed.
                --audit also checks the chain of that copy. Each export must have been made from that log, and the log must contain its
                SHA-256.
                When two exports fit, no entry between them has been changed or removed since.
                --attestations: each statement must be about one of the exports, and signed by the same key.
                --timestamp: an authority must have stated that the export existed at a time.
                Exits 0 when all checks pass, otherwise 1.
                """,
            Examples =
            [
                ("iwtune verify-export november.zip --key 3f0c…", "the fingerprint is on the server's console, page About"),
                ("iwtune verify-export october.zip november.zip --audit audit.jsonl", "both are of one unchanged log"),
            ],
        };
        verb.Add(files);
        verb.Add(key);
        verb.Add(audit);
        verb.Add(auditKey);
        verb.Add(attestations);
        verb.Add(stamp);
        verb.Add(stampCa);
        verb.Add(JsonOption.Option);
        verb.Validators.Add(result =>
        {
            if (result.GetValue(auditKey) is not null && result.GetValue(audit) is null)
                result.AddError("--audit-key is the key of the copy that --audit names; give both.");
            if (result.GetValue(stampCa) is not null && result.GetValue(stamp) is null)
                result.AddError("--timestamp-ca is for the stamp that --timestamp names; give both.");
            if (result.GetValue(stamp) is not null && result.GetValue(files) is { Length: > 1 })
                result.AddError("--timestamp is of one export; give only that one.");
        });
        verb.SetAction(
            async (parsed, _) =>
            {
                var pin = parsed.GetValue(key) is { } text ? ExportChecking.Pin(text) : null;
                var exports = parsed.GetRequiredValue(files).Select(path => CheckedExport.Of(path, pin)).ToList();
                var log = parsed.GetValue(audit) is { } copy ? await CheckedLog.OfAsync(copy, parsed.GetValue(auditKey), exports) : null;
                var said = parsed.GetValue(attestations) is { } statements ? CheckedAttestations.Of(statements, exports) : null;
                var stamped = parsed.GetValue(stamp) is { } token ? CheckedTimeStamp.Of(token, parsed.GetValue(stampCa), exports[0]) : null;
                if (parsed.WantsJson())
                    VerifyExportJson.Write(context.Terminal.Out, exports, log, said, stamped);
                VerifyExportText.Write(context.Terminal, exports, log, alsoWhatHolds: !parsed.WantsJson());
                if (said is not null)
                    VerifyExportText.Write(context.Terminal, said, alsoWhatHolds: !parsed.WantsJson());
                if (stamped is not null)
                    VerifyExportText.Write(context.Terminal, stamped, alsoWhatHolds: !parsed.WantsJson());
                return exports.All(export => export.Check.Intact) && log?.Fits != false && said?.Holds != false && stamped?.Holds != false
                    ? ExitCode.Fine
                    : ExitCode.Error;
            }
        );
        return verb;
    }
}
