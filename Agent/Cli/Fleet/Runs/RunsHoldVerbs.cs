using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Runs;

/// <summary>Keeps a run beyond its period, and ends that.</summary>
internal static class RunsHoldVerbs
{
    public static Verb Hold(CliContext context)
    {
        var (id, reason) = (RunOptions.Id(), RunOptions.Reason());
        var verb = new Verb(VerbGroup.Fleet, "hold", "Keep the file of a compliance run beyond its period (legal hold)");
        verb.Add(id);
        verb.Add(reason);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var run = parsed.GetRequiredValue(id);
                await fleet.PostAsync(
                    RunPaths.RunHold(run),
                    new ReasonRequest(parsed.GetRequiredValue(reason)),
                    ComplianceJson.Default.ReasonRequest,
                    ct
                );
                context.Terminal.Out.WriteLine($"Held. 'iwtune fleet runs release {run} --reason …' ends it.");
                return ExitCode.Fine;
            }
        );
        return verb;
    }

    public static Verb Release(CliContext context)
    {
        var (id, reason) = (RunOptions.Id(), RunOptions.Reason());
        var verb = new Verb(VerbGroup.Fleet, "release", "End the legal hold of a compliance run");
        verb.Add(id);
        verb.Add(reason);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                await fleet.DeleteAsync(
                    $"{RunPaths.RunHold(parsed.GetRequiredValue(id))}?reason={Uri.EscapeDataString(parsed.GetRequiredValue(reason))}",
                    ct
                );
                context.Terminal.Out.WriteLine("Released. The file is deleted when its period is over.");
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
