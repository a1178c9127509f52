using System.CommandLine;
using IwTune.Agent.Cli.Verifying;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Agent.Cli.Fleet.Runs;

/// <summary>Downloads the file of a run, and the statements about it.</summary>
internal static class RunsGetVerb
{
    public static Verb Create(CliContext context)
    {
        var id = RunOptions.Id();
        var file = new Option<string>("--out")
        {
            Description = "The zip to write; it must not exist",
            HelpName = "FILE",
            Required = true,
        };
        var statements = new Option<string>("--attestations")
        {
            Description = "Also write the signed statements about it to this file",
            HelpName = "FILE",
        };
        var stamp = new Option<string>("--timestamp")
        {
            Description = "Also write its time stamp (RFC 3161) to this file, where the server has an authority",
            HelpName = "FILE",
        };
        var verb = new Verb(VerbGroup.Fleet, "get", "Download the file of a compliance run and verify it");
        verb.Add(id);
        verb.Add(file);
        verb.Add(statements);
        verb.Add(stamp);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var (run, path) = (parsed.GetRequiredValue(id), parsed.GetRequiredValue(file));
                var bytes = await fleet.DownloadAsync(RunPaths.RunFile(run), path, ct);
                var got = CheckedExport.Of(path, pin: null);
                if (!got.Check.Intact)
                    throw new FleetRefusedException(
                        ExitCode.Error,
                        $"{path} is no intact export: {got.Check.Problems[0]}. Do not rely on it; get it again."
                    );
                context.Terminal.Error.WriteLine($"{path}: {RunText.Number(bytes)} bytes, SHA-256 {got.Sha256}.");
                context.Terminal.Error.WriteLine($"'iwtune verify-export {path} --key {got.Check.KeyId}' checks it anywhere.");
                if (parsed.GetValue(statements) is { } other)
                    await fleet.DownloadAsync(RunPaths.RunAttestations(run), other, ct);
                if (parsed.GetValue(stamp) is { } third)
                    await fleet.DownloadAsync(RunPaths.RunTimestamp(run), third, ct);
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
