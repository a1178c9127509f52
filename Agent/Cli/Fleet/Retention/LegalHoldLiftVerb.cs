using System.CommandLine;
using IwTune.Shared.Fleet;

namespace IwTune.Agent.Cli.Fleet.Retention;

/// <summary>Lifts a legal hold.</summary>
internal static class LegalHoldLiftVerb
{
    public static Verb Create(CliContext context)
    {
        var id = new Argument<string>("ID") { Description = "As 'iwtune fleet retention holds' shows it" };
        var reason = new Option<string>("--reason")
        {
            HelpName = "TEXT",
            Description = "Why; the audit log keeps it",
            Required = true,
        };
        var verb = new Verb(VerbGroup.Fleet, "lift", "Lift a legal hold; the next daily run deletes what is older than its period");
        verb.Add(id);
        verb.Add(reason);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                await fleet.DeleteAsync(
                    $"{FleetPaths.LegalHold(parsed.GetRequiredValue(id))}?reason="
                        + $"{Uri.EscapeDataString(parsed.GetRequiredValue(reason))}",
                    ct
                );
                context.Terminal.Out.WriteLine("Lifted. The next daily run deletes what is older than its period.");
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
