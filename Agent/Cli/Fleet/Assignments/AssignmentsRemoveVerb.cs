using System.CommandLine;
using IwTune.Agent.Cli.Fleet.Hosts;
using IwTune.Shared.Fleet;

namespace IwTune.Agent.Cli.Fleet.Assignments;

/// <summary>Removes an assignment.</summary>
internal static class AssignmentsRemoveVerb
{
    public static Verb Create(CliContext context)
    {
        var id = new Argument<string>("ID") { Description = "As 'iwtune fleet assignments list' shows it" };
        var verb = new Verb(VerbGroup.Fleet, "remove", "Remove an assignment; hosts without another policy restore everything");
        var confirm = HostNumber.Option();
        var reason = new Option<string>("--reason") { Description = "Why; the audit log keeps it", HelpName = "TEXT" };
        verb.Add(id);
        verb.Add(reason);
        verb.Add(confirm);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                await HostNumber.AskedAsync(
                    context.Terminal,
                    parsed.GetValue(confirm),
                    async number =>
                    {
                        var said = number is { } hosts ? $"&confirm={hosts}" : "";
                        await fleet.DeleteAsync(
                            $"{FleetPaths.Assignment(parsed.GetRequiredValue(id))}?reason="
                                + $"{Uri.EscapeDataString(parsed.Why(reason, "removed"))}{said}",
                            ct
                        );
                        return true;
                    }
                );
                context.Terminal.Out.WriteLine("Removed. Hosts it decided for follow the next one that matches, or restore everything.");
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
