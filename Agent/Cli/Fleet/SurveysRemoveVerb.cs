using System.CommandLine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>Removes a survey from a server.</summary>
internal static class SurveysRemoveVerb
{
    public static Verb Create(CliContext context)
    {
        var id = new Argument<string>("ID") { Description = "As 'iwtune fleet surveys list' shows it" };
        var verb = new Verb(VerbGroup.Fleet, "remove", "Remove a survey permanently; the audit log keeps a record");
        verb.Add(id);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                await fleet.DeleteAsync(FleetPaths.Survey(parsed.GetRequiredValue(id)), ct);
                context.Terminal.Out.WriteLine("Removed.");
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
