using System.CommandLine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>Takes an assignment away.</summary>
internal static class AssignmentsRemoveVerb
{
    public static Verb Create(CliContext context)
    {
        var id = new Argument<string>("ID") { Description = "As 'iwtune fleet assignments list' shows it" };
        var verb = new Verb(VerbGroup.Fleet, "remove", "Take an assignment away; hosts that follow nothing else put everything back");
        verb.Add(id);
        verb.SetAction((parsed, ct) => FleetConnection.UseAsync(
            context,
            parsed,
            async fleet =>
            {
                await fleet.DeleteAsync(FleetPaths.Assignment(parsed.GetRequiredValue(id)), ct);
                context.Terminal.Out.WriteLine("Removed. Hosts it decided for follow the next one that matches, or put everything back.");
                return ExitCode.Fine;
            },
            ct));
        return verb;
    }
}
