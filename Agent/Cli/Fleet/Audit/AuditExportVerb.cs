using System.CommandLine;
using IwTune.Shared.Fleet;

namespace IwTune.Agent.Cli.Fleet.Audit;

/// <summary>A copy of the audit log in a file.</summary>
internal static class AuditExportVerb
{
    public static Verb Create(CliContext context)
    {
        var file = new Option<string>("--out")
        {
            Description = "The file to write; it must not exist",
            HelpName = "FILE",
            Required = true,
        };
        var after = new Option<long>("--after") { Description = "Only entries with a higher number", HelpName = "N" };
        var verb = new Verb(VerbGroup.Fleet, "export", "Copy the audit log with its signed checkpoints to a file, as lines of JSON")
        {
            Examples = [("iwtune fleet audit export --out audit.jsonl", "then: iwtune-server verify-audit --file audit.jsonl --key ID")],
        };
        verb.Add(file);
        verb.Add(after);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var path = parsed.GetRequiredValue(file);
                var bytes = await fleet.DownloadAsync($"{FleetPaths.AuditExport}?after={parsed.GetValue(after)}", path, ct);
                context.Terminal.Error.WriteLine($"{path}: {bytes} bytes. Verify it with: iwtune-server verify-audit --file {path}");
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
