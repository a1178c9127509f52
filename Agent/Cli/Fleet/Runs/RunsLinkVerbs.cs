using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Agent.Cli.Fleet.Runs;

/// <summary>Links for readers without an account.</summary>
internal static class RunsLinkVerbs
{
    public static Verb Link(CliContext context)
    {
        var (id, reason) = (RunOptions.Id(), RunOptions.Reason());
        var days = new Option<int>("--days")
        {
            Description = "Days of validity, 1 to 90",
            HelpName = "N",
            DefaultValueFactory = _ => 7,
        };
        var verb = new Verb(VerbGroup.Fleet, "link", "A link to a compliance run for a reader without an account");
        verb.Add(id);
        verb.Add(days);
        verb.Add(reason);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var run = parsed.GetRequiredValue(id);
                var link = await fleet.PostAsync(
                    RunPaths.RunLinks(run),
                    new ReaderLinkRequest(parsed.GetRequiredValue(reason), parsed.GetValue(days)),
                    ComplianceJson.Default.ReaderLinkRequest,
                    ComplianceJson.Default.CreatedReaderLink,
                    ct
                );
                var server = FleetOptions.Read(parsed, Environment.GetEnvironmentVariable).Server;
                return context.Answer(
                    parsed,
                    link,
                    ComplianceJson.Default.CreatedReaderLink,
                    () =>
                    {
                        context.Terminal.Out.WriteLine(new Uri(server, link.Path));
                        context.Terminal.Error.WriteLine(
                            $"Valid until {FleetText.Time(link.Link.Expires)}; the server does not show it again. "
                                + $"'iwtune fleet runs unlink {run} {link.Link.Id}' revokes it."
                        );
                    }
                );
            }
        );
        return verb;
    }

    public static Verb Unlink(CliContext context)
    {
        var id = RunOptions.Id();
        var link = new Argument<string>("LINK") { Description = "Its id, as 'iwtune fleet runs show' prints it" };
        var verb = new Verb(VerbGroup.Fleet, "unlink", "Revoke a reader link");
        verb.Add(id);
        verb.Add(link);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                await fleet.DeleteAsync(RunPaths.RunLink(parsed.GetRequiredValue(id), parsed.GetRequiredValue(link)), ct);
                context.Terminal.Out.WriteLine("Revoked.");
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
