using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Verifying;
using IwTune.Agent.Engine;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Agent.Cli.Fleet.Compliance;

/// <summary>A signed zip for auditors.</summary>
internal static class ExportVerb
{
    public static Verb Create(CliContext context)
    {
        var file = new Option<string>("--out")
        {
            Description = "The zip to write; it must not exist",
            HelpName = "FILE",
            Required = true,
        };
        var query = ComplianceOptions.Query();
        var asOf = MomentOption.Create("--as-of", "As of a past instant: 2026-11-14T09:30Z [default: now]");
        var known = ComplianceOptions.KnownAt();
        var since = MomentOption.Create("--since", "List changes since this time [default: 30 days before]");
        var formats = ComplianceOptions.Formats();
        var verb = new Verb(VerbGroup.Fleet, "export", "A signed zip of the fleet's verdicts as of an instant, for auditors")
        {
            Details =
                "The zip holds every host as CSV and as lines of JSON, what changed, exceptions, the policies that were required, a "
                + "manifest and its signature; with --formats also a report (html, pdf), an Excel workbook (xlsx), OSCAL (oscal), XCCDF "
                + "results (arf), findings for a SIEM (ocsf) and, for at most 5,000 hosts, a checklist for each host (cklb). "
                + "The export is written to the audit log. The file is verified as soon as it has arrived.",
            Examples =
            [
                (
                    "iwtune fleet export --out november.zip --as-of 2026-11-30T23:59Z",
                    "then: iwtune verify-export november.zip --key FINGERPRINT"
                ),
                ("iwtune fleet export --out audit.zip --formats html,xlsx", "with a report and a workbook"),
            ],
        };
        verb.Add(file);
        verb.Add(query);
        verb.Add(asOf);
        verb.Add(known);
        verb.Add(since);
        verb.Add(formats);
        verb.Runs(
            context,
            (fleet, parsed, ct) =>
                RunAsync(
                    fleet,
                    context,
                    parsed.GetRequiredValue(file),
                    new ExportRequest(
                        parsed.GetValue(asOf),
                        parsed.GetValue(query),
                        parsed.GetValue(since),
                        ComplianceOptions.Read(parsed.GetValue(formats), "Nothing was exported."),
                        parsed.GetValue(known)
                    ),
                    ct
                )
        );
        return verb;
    }

    private static async Task<int> RunAsync(
        FleetConnection fleet,
        CliContext context,
        string path,
        ExportRequest request,
        CancellationToken ct
    )
    {
        var (bytes, check) = await NewFile.WriteAsync(
            path,
            "Nothing was exported.",
            async to =>
            {
                await fleet.DownloadAsync(FleetPaths.ComplianceExport, request, ComplianceJson.Default.ExportRequest, to, ct);
                to.Position = 0;
                // An incomplete export is deleted: an auditor would find out later, and the same export cannot be made again.
                var made = ExportChecking.Verify(to, pin: null);
                return made.Intact
                    ? (to.Length, made)
                    : throw new FleetRefusedException(
                        ExitCode.Error,
                        $"What the server sent is no intact export: {made.Problems[0]}. Nothing was kept; run it again."
                    );
            }
        );
        var counts = check.Manifest!.Counts;
        context.Terminal.Error.WriteLine(
            $"{path}: {bytes} bytes, {counts.Matched} of {Counted.Of(counts.Fleet, "host")}. "
                + FleetText.Sentence(check.Manifest.Watermark.Sentence)
        );
        context.Terminal.Error.WriteLine($"'iwtune verify-export {path} --key {check.KeyId}' checks it anywhere.");
        return ExitCode.Fine;
    }
}
