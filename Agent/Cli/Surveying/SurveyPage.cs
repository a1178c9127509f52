using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;

namespace IwTune.Agent.Cli.Surveying;

/// <summary>A survey or its history, for people or for programs.</summary>
internal static class SurveyPage
{
    public static void Write(CliContext context, ParseResult parsed, ShownSurvey shown)
    {
        var terminal = context.Terminal;
        if (parsed.WantsJson())
        {
            terminal.Out.WriteJson(shown, ToolsJson.Shown.ShownSurvey);
            return;
        }
        SurveyTable.Write(terminal, shown.Rows, dated: shown.Started is null);
        terminal.Say(Summary(shown), hanging: 0);
        if (shown.DamagedLines > 0)
        {
            var lines = shown.DamagedLines == 1 ? "1 line of it cannot" : $"{shown.DamagedLines} lines of it cannot";
            terminal.Say(
                terminal.Paint(Ink.Attention, $"{lines} be read and {(shown.DamagedLines == 1 ? "is" : "are")} left out."),
                hanging: 0
            );
        }
    }

    private static string Summary(ShownSurvey shown)
    {
        if (shown.Started is null)
            return shown.Rows.Count == 0 ? $"No readings in {shown.History}." : $"Readings are kept in {shown.History}.";
        var read = shown.Rows.Count(row => row.Reading.Segments is not null);
        var changed = shown.Rows.Count(row => row.Changed);
        return $"{(shown.Complete ? "" : "Interrupted. ")}{Counted(shown.Rows.Count)}, {read} read, {changed} changed. Kept in "
            + $"{shown.History}; 'iwtune survey --show' shows them.";
    }

    private static string Counted(int services) => services == 1 ? "1 service" : $"{services} services";
}
