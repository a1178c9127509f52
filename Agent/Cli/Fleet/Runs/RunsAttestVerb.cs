using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Runs;

/// <summary>A signed statement about a run.</summary>
internal static class RunsAttestVerb
{
    public static Verb Create(CliContext context)
    {
        var id = RunOptions.Id();
        var statement = new Option<string>("--statement")
        {
            HelpName = "TEXT",
            Description = "Your statement; the server signs it with your name, the time and the SHA-256 of the file",
            Required = true,
        };
        var verb = new Verb(VerbGroup.Fleet, "attest", "Make a signed statement about a compliance run")
        {
            Examples = [("iwtune fleet runs attest 0197… --statement 'I reviewed this export.'", "needs the role approver or auditor")],
        };
        verb.Add(id);
        verb.Add(statement);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var run = await fleet.PostAsync(
                    RunPaths.RunAttestations(parsed.GetRequiredValue(id)),
                    new AttestRequest(parsed.GetRequiredValue(statement)),
                    ComplianceJson.Default.AttestRequest,
                    ComplianceJson.Default.ComplianceRun,
                    ct
                );
                return context.Answer(
                    parsed,
                    run,
                    ComplianceJson.Default.ComplianceRun,
                    $"Signed and recorded: {Actors.Name(run.Attestations[^1].By)} about the export with SHA-256 {run.Sha256}."
                );
            }
        );
        return verb;
    }
}
