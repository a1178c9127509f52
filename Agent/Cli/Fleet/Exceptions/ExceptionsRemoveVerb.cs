using System.CommandLine;
using IwTune.Shared.Fleet;

namespace IwTune.Agent.Cli.Fleet.Exceptions;

/// <summary>Ends an exception before its time.</summary>
internal static class ExceptionsRemoveVerb
{
    public static Verb Create(CliContext context)
    {
        var id = new Argument<string>("ID") { Description = "As 'iwtune fleet exceptions list' shows it" };
        var reason = new Option<string>("--reason") { Description = "Why; the audit log keeps it", HelpName = "TEXT" };
        var verb = new Verb(VerbGroup.Fleet, "remove", "End an exception before its time; its hosts are judged again");
        verb.Add(id);
        verb.Add(reason);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var why = parsed.Why(reason, "ended");
                await fleet.DeleteAsync($"{FleetPaths.Exception(parsed.GetRequiredValue(id))}?reason={Uri.EscapeDataString(why)}", ct);
                context.Terminal.Out.WriteLine("Ended. Its hosts are judged again; 'iwtune fleet exceptions add' grants another.");
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
