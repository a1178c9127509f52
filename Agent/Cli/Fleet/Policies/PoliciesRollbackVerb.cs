using System.CommandLine;
using IwTune.Agent.Cli.Fleet.Hosts;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Agent.Cli.Fleet.Policies;

/// <summary>Publishes the content of an earlier revision again.</summary>
internal static class PoliciesRollbackVerb
{
    public static Verb Create(CliContext context)
    {
        var name = new Argument<string>("NAME") { Description = "The policy" };
        var to = new Option<int>("--to")
        {
            Description = "The revision whose content is published again",
            HelpName = "N",
            Required = true,
        };
        var reason = new Option<string>("--reason") { Description = "Why; revision and audit log keep it", HelpName = "TEXT" };
        var verb = new Verb(VerbGroup.Fleet, "rollback", "Publish a new revision with the content of an old one")
        {
            Details =
                "Revisions only ever go forward, so that the record stays whole: rolling back to 1 makes a new revision with the "
                + "content of 1.",
            Examples = [("iwtune fleet policies rollback edge --to 1 --reason 'loss in Lagos'", "the hosts follow within seconds")],
        };
        var confirm = HostNumber.Option();
        var dryRun = new Option<bool>("--dry-run")
        {
            Description = "Only show what would change, and for which hosts; exit 2 when anything would",
        };
        verb.Add(dryRun);
        verb.Add(name);
        verb.Add(to);
        verb.Add(reason);
        verb.Add(confirm);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var (policy, old) = (parsed.GetRequiredValue(name), parsed.GetRequiredValue(to));
                if (parsed.GetValue(dryRun))
                {
                    var page = await fleet.PostAsync(
                        $"{FleetPaths.Impact}?limit=20",
                        new ImpactRequest { Release = [new(policy, old, Rollback: true)] },
                        ImpactJson.Default.ImpactRequest,
                        ImpactJson.Default.ImpactPage,
                        ct
                    );
                    ImpactTables.Print(context.Terminal, page);
                    return page.Affected > 0 ? ExitCode.Differs : ExitCode.Fine;
                }
                var why = parsed.Why(reason, $"rolled back to {old}");
                var reply = await HostNumber.AskedAsync(
                    context.Terminal,
                    parsed.GetValue(confirm),
                    number =>
                        fleet.PostAsync(
                            FleetPaths.Rollback(policy),
                            new RollbackRequest(old, why, number),
                            PoliciesJson.Default.RollbackRequest,
                            PoliciesJson.Default.PublishReply,
                            ct
                        )
                );
                context.Terminal.Out.WriteLine(
                    reply.Unchanged
                        ? $"{reply.Policy}: {Current(reply.Revision, old)}; nothing was published."
                        : $"{reply.Policy}: revision {reply.Revision} has the content of revision {old}; it reaches "
                            + $"{(reply.Hosts == 1 ? "1 host" : $"{reply.Hosts} hosts")}."
                            + (
                                reply.Previous is { } previous
                                    ? $" 'iwtune fleet policies rollback {reply.Policy} --to {previous}' undoes it."
                                    : ""
                            )
                );
                return ExitCode.Fine;
            }
        );
        return verb;
    }

    private static string Current(int revision, int old) =>
        revision == old
            ? $"revision {old} is current already"
            : $"revision {revision} is current already and has the content of revision {old}";
}
