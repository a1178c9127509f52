using System.CommandLine;
using System.Text.Json;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Agent.Control;
using IwTune.Agent.Engine.Trials;
using IwTune.Agent.Engine.Trials.Replaying;
using IwTune.Shared.Charts;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Laboratory;

/// <summary>The files that a trial leaves where they are asked for.</summary>
internal static class LabFiles
{
    private const string Browser = "Any browser shows it.";

    /// <exception cref="UsageException">One cannot be written.</exception>
    public static void Write(Terminal terminal, TrialResult result, Capture? capture, IReadOnlyList<string> views, ParseResult parsed)
    {
        if (parsed.GetValue(LabOptions.Capture) is { } file)
            Save(
                terminal,
                file,
                capture is null ? null : JsonSerializer.Serialize(capture, InsightJson.Default.Capture),
                $"'iwtune fleet captures push {file}' shows it to others."
            );
        if (parsed.GetValue(LabOptions.Replay) is { } page)
            Save(
                terminal,
                page,
                capture is not { Arms.Count: > 1 } ? null : ReplayPage.Of(capture, result, views, $"iwtune {AgentVersion.Text}"),
                Browser,
                capture is null ? "nothing was measured" : "only one window was measured"
            );
        if (parsed.GetValue(LabOptions.Plot) is { } drawing)
            Save(terminal, drawing, SvgChart.Draw(capture is null ? LabPage.Expected(result) : CaptureCharts.Receiver(capture)), Browser);
    }

    private static void Save(Terminal terminal, string file, string? text, string next, string lacking = "nothing was measured")
    {
        if (text is null)
        {
            terminal.Error.WriteLine($"{file} is not written: {lacking}.");
            return;
        }
        try
        {
            File.WriteAllText(file, text);
            terminal.Error.WriteLine($"{file} is written. {next}");
        }
        catch (Exception unwritable) when (unwritable is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{file} cannot be written: {unwritable.Message} The figures above are all there is.", unwritable);
        }
    }
}
