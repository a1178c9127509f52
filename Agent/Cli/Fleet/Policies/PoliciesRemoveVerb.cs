using System.CommandLine;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Agent.Cli.Fleet.Policies;

/// <summary>Removes a policy.</summary>
internal static class PoliciesRemoveVerb
{
    public static Verb Create(CliContext context)
    {
        var name = new Argument<string>("NAME") { Description = "The policy" };
        var reason = new Option<string>("--reason") { Description = "Why; the audit log keeps it", HelpName = "TEXT" };
        var confirm = new Option<string>("--confirm")
        {
            Description = "Confirmation: 1/HOSTS, with the number of hosts it changes",
            HelpName = "1/N",
        };
        var verb = new Verb(VerbGroup.Fleet, "remove", "Remove a policy: its assignments end and its hosts restore what they had")
        {
            Details = "Its revisions stay and can be looked at; publishing the policy again goes on with the next number.",
            Examples =
            [
                ("iwtune fleet policies impact edge --remove", "what that changes"),
                ("iwtune fleet policies remove edge --confirm 1/12", "do it"),
            ],
        };
        verb.Add(name);
        verb.Add(reason);
        verb.Add(confirm);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var policy = parsed.GetRequiredValue(name);
                var why = parsed.Why(reason, "removed");
                var page = await fleet.PostAsync(
                    $"{FleetPaths.Impact}?limit=20",
                    new ImpactRequest { Remove = [policy] },
                    ImpactJson.Default.ImpactRequest,
                    ImpactJson.Default.ImpactPage,
                    ct
                );
                var typed = parsed.GetValue(confirm);
                if (typed is null)
                {
                    ImpactTables.Print(context.Terminal, page);
                    if (!context.Terminal.Interactive)
                        throw new UsageException($"Confirm it: --confirm 1/{page.Affected}. Nothing was changed.");
                    context.Terminal.Error.Write($"Type 1/{page.Affected} to remove {policy}: ");
                    typed = (await context.Terminal.In.ReadLineAsync(ct))?.Trim();
                }
                await fleet.PostAsync(
                    FleetPaths.RemovePolicy(policy),
                    new RemovePolicyRequest(why, typed),
                    DirectoryJson.Default.RemovePolicyRequest,
                    ct
                );
                context.Terminal.Out.WriteLine(
                    $"{policy} is removed; its revisions stay, its assignments have ended. 'iwtune fleet policies show {policy}' prints "
                        + "the latest revision. To use the policy again, push that and assign it."
                );
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
