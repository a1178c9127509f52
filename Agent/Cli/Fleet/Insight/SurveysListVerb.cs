using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Insight;

namespace IwTune.Agent.Cli.Fleet.Insight;

/// <summary>The surveys a server keeps.</summary>
internal static class SurveysListVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "list", "Surveys, newest first");
        verb.Shows(
            context,
            _ => FleetPaths.Surveys,
            () => InsightJson.Default.IReadOnlyListSurveySummary,
            surveys => Print(context.Terminal, surveys)
        );
        return verb;
    }

    private static void Print(Terminal terminal, IReadOnlyList<SurveySummary> surveys)
    {
        if (surveys.Count == 0)
        {
            terminal.Error.WriteLine("There is no survey. 'iwtune survey FILE --push' makes one and attaches it.");
            return;
        }
        var table = new Table(
            ("STARTED", Align.Left),
            ("SERVICES", Align.Right),
            ("READ", Align.Right),
            ("BY", Align.Left),
            ("ID", Align.Left)
        );
        foreach (var survey in surveys)
        {
            table.Add(
                FleetText.Time(survey.Started),
                FleetText.Number(survey.Services),
                FleetText.Number(survey.Read),
                survey.Author,
                survey.Id
            );
        }
        table.Write(terminal);
    }
}
