using System.CommandLine;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Access;

/// <summary>Sign-ins of break-glass accounts, until another administrator has seen them.</summary>
internal static class BreakGlassVerb
{
    public static Verb Create(CliContext context)
    {
        var group = new Verb(VerbGroup.Fleet, "break-glass", "Unacknowledged sign-ins of break-glass accounts");
        var list = new Verb(VerbGroup.Fleet, "list", "Sign-ins: account, time and address").Lists(
            context,
            _ => SignInPaths.BreakGlass,
            () => SignInJson.Default.IReadOnlyListBreakGlassSummary,
            "No sign-ins to acknowledge.",
            [
                new("ID", use => use.Id),
                new("ACCOUNT", use => use.Name),
                new("AT", use => FleetText.Time(use.At)),
                new("FROM", use => use.Source),
            ]
        );
        group.Add(list);
        group.Add(Acknowledge(context));
        return group;
    }

    private static Verb Acknowledge(CliContext context)
    {
        var id = new Argument<string>("ID") { Description = "As 'iwtune fleet break-glass list' shows it" };
        var verb = new Verb(VerbGroup.Fleet, "acknowledge", "Acknowledge a sign-in, except your own; the audit log records who did") { id };
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var named = parsed.GetRequiredValue(id);
                await fleet.PostAsync(
                    $"{SignInPaths.BreakGlass}/{Uri.EscapeDataString(named)}/acknowledge",
                    new ReasonRequest(""),
                    AdministrationJson.Default.ReasonRequest,
                    ct
                );
                context.Terminal.Out.WriteLine($"{named} is acknowledged; the console shows it no more.");
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
