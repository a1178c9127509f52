using System.CommandLine;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Exceptions;

/// <summary>Approves an exception of another person.</summary>
internal static class ExceptionsApproveVerb
{
    public static Verb Create(CliContext context)
    {
        var id = new Argument<string>("ID") { Description = "As 'iwtune fleet exceptions list' shows it" };
        var reason = new Option<string>("--reason") { Description = "Why; the audit log keeps it", HelpName = "TEXT" };
        var verb = new Verb(VerbGroup.Fleet, "approve", "Approve an exception, except your own; hosts without that fail control IWT-10");
        verb.Add(id);
        verb.Add(reason);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var approved = await fleet.PostAsync(
                    FleetPaths.ExceptionApproval(parsed.GetRequiredValue(id)),
                    new ReasonRequest(parsed.Why(reason, "approved")),
                    AdministrationJson.Default.ReasonRequest,
                    ExceptionJson.Default.ExceptionSummary,
                    ct
                );
                context.Terminal.Out.WriteLine(
                    $"Approved: the exception of '{approved.Host ?? approved.Selector}' by {Actors.Name(approved.Author)}."
                );
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
