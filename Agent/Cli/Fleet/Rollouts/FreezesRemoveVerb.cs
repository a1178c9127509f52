using System.CommandLine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>Ends a freeze.</summary>
internal static class FreezesRemoveVerb
{
    public static Verb Create(CliContext context)
    {
        var id = new Argument<string>("ID") { Description = "As 'iwtune fleet freezes list' shows it" };
        var verb = new Verb(VerbGroup.Fleet, "remove", "End or cancel a freeze");
        verb.Add(id);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                await fleet.DeleteAsync(FleetPaths.Freeze(parsed.GetRequiredValue(id)), ct);
                context.Terminal.Out.WriteLine("Removed. Rings that waited for it start as their rollouts allow.");
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
