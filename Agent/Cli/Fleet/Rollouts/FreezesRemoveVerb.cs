using System.CommandLine;
using IwTune.Shared.Fleet;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>Ends a freeze before its time.</summary>
internal static class FreezesRemoveVerb
{
    public static Verb Create(CliContext context)
    {
        var id = new Argument<string>("ID") { Description = "As 'iwtune fleet freezes list' shows it" };
        var reason = new Option<string>("--reason") { Description = "Why; the audit log keeps it", HelpName = "TEXT" };
        var verb = new Verb(VerbGroup.Fleet, "remove", "End or cancel a freeze");
        verb.Add(id);
        verb.Add(reason);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var why = parsed.Why(reason, "ended");
                await fleet.DeleteAsync($"{FleetPaths.Freeze(parsed.GetRequiredValue(id))}?reason={Uri.EscapeDataString(why)}", ct);
                context.Terminal.Out.WriteLine("Removed. Rings that waited for it start as their rollouts allow.");
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
