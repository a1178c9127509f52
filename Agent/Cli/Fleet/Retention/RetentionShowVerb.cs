using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Agent.Cli.Fleet.Retention;

/// <summary>The periods in force and what the last run deleted.</summary>
internal static class RetentionShowVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "show", "How long things are kept, and what the last run deleted");
        verb.Shows(
            context,
            _ => FleetPaths.Retention,
            () => RetentionJson.Default.RetentionStatus,
            status => Print(context.Terminal, status)
        );
        return verb;
    }

    public static void Print(Terminal terminal, RetentionStatus status)
    {
        terminal.Out.WriteLine($"history  {Days(status.Periods.History)}   verdicts and identities: compliance as of an instant");
        terminal.Out.WriteLine($"reports  {Days(status.Periods.Reports)}   evidence and events that hosts reported");
        terminal.Out.WriteLine(
            $"audit    {Days(status.Periods.Audit)}   the audit "
                + $"log{(status.AuditDeleted > 0 ? $"; entries up to {status.AuditDeleted} are deleted" : "")}"
        );
        if (status.LegalHolds > 0)
            terminal.Out.WriteLine($"{status.LegalHolds} legal hold(s) suspend deletion; 'iwtune fleet retention holds' lists them.");
        terminal.Out.WriteLine(
            status.LastRun is { } run ? $"Last run {FleetText.Time(run)}: {status.LastTold}" : "Nothing was deleted yet."
        );
    }

    private static string Days(int? days) => (days is { } number ? $"{number} days" : "forever").PadRight(10);
}
