using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Agent.Cli.Fleet.Audit;

/// <summary>
/// Makes the server compute its audit log's chain again. A person who does not trust the server exports the log and verifies the copy.
/// </summary>
internal static class AuditVerifyVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(
            VerbGroup.Fleet,
            "verify",
            "Let the server verify the hash chain of its audit log; exit code 1 when it is broken"
        )
        {
            Details = "A copy ('iwtune fleet audit export') is verified without the server by 'iwtune-server verify-audit --file'.",
        };
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var found = await fleet.GetAsync(FleetPaths.AuditVerify, AuditJson.Default.AuditVerification, ct);
                if (parsed.WantsJson())
                    FleetJson.Write(context.Terminal.Out, found, AuditJson.Default.AuditVerification);
                else
                    (found.Intact ? context.Terminal.Out : context.Terminal.Error).WriteLine($"{found.Text}\naudit key {found.Key}");
                return found.Intact ? ExitCode.Fine : ExitCode.Error;
            }
        );
        return verb;
    }
}
