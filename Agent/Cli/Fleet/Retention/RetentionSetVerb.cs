using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Agent.Cli.Fleet.Retention;

/// <summary>Sets how long things are kept.</summary>
internal static class RetentionSetVerb
{
    public static Verb Create(CliContext context)
    {
        var history = Days("--history", "Days of verdicts and identities, 30 at least");
        var reports = Days("--reports", "Days of evidence and events, 7 at least; on PostgreSQL evidence is kept up to a week longer");
        var audit = Days("--audit", "Days of the audit log, 90 at least");
        var reason = new Option<string>("--reason")
        {
            HelpName = "TEXT",
            Description = "Why; the audit log keeps it",
            Required = true,
        };
        var verb = new Verb(
            VerbGroup.Fleet,
            "set",
            "Set all periods at once; what is left out is kept forever. Nothing is deleted before the next daily run"
        )
        {
            Examples = [("iwtune fleet retention set --history 400 --reports 90 --reason 'as agreed'", "the audit log is kept forever")],
        };
        foreach (var option in (Option[])[history, reports, audit, reason, JsonOption.Option])
            verb.Add(option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var periods = new RetentionPeriods(parsed.GetValue(history), parsed.GetValue(reports), parsed.GetValue(audit));
                var status = await fleet.PutAsync(
                    FleetPaths.Retention,
                    new RetentionRequest(periods, parsed.GetRequiredValue(reason)),
                    RetentionJson.Default.RetentionRequest,
                    RetentionJson.Default.RetentionStatus,
                    ct
                );
                return context.Answer(
                    parsed,
                    status,
                    RetentionJson.Default.RetentionStatus,
                    () => RetentionShowVerb.Print(context.Terminal, status)
                );
            }
        );
        return verb;
    }

    private static Option<int?> Days(string name, string description) => new(name) { HelpName = "DAYS", Description = description };
}
