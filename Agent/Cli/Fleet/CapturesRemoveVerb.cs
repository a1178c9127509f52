using System.CommandLine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>Removes a capture from a server.</summary>
internal static class CapturesRemoveVerb
{
    public static Verb Create(CliContext context)
    {
        var id = new Argument<string>("ID") { Description = "As 'iwtune fleet captures list' shows it" };
        var verb = new Verb(VerbGroup.Fleet, "remove", "Remove a capture permanently; the audit log keeps a record");
        verb.Add(id);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                await fleet.DeleteAsync(FleetPaths.Capture(parsed.GetRequiredValue(id)), ct);
                context.Terminal.Out.WriteLine("Removed.");
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
