using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Shared.Model;

namespace IwTune.Agent.Cli.Surveying;

/// <summary>The published initial windows of content networks.</summary>
internal static class PublishedPage
{
    public static int Answer(Terminal terminal, bool json)
    {
        if (json)
            terminal.Out.WriteJson(ShownPublished.Here, ToolsJson.Shown.ShownPublished);
        else
            Write(terminal);
        return ExitCode.Fine;
    }

    private static void Write(Terminal terminal)
    {
        var table = new Table(("NETWORK", Align.Left), ("2011", Align.Right), ("AUG 2014", Align.Right), ("FEB 2017", Align.Right));
        foreach (var cdn in CdnWindow.All)
            table.Add(cdn.Name, Number(cdn.In2011), Number(cdn.In2014), Number(cdn.In2017));
        table.Write(terminal);
        terminal.Say($"Segments. Source: {CdnWindow.Publication}, {CdnWindow.Source}", hanging: 0);
        terminal.Say(CdnWindow.Note, hanging: 0);
    }

    private static Cell Number(int? segments) => segments?.ToString(CultureInfo.InvariantCulture) ?? "–";
}

/// <summary>What <c>survey --published --json</c> writes.</summary>
/// <param name="Publication">What published the windows.</param>
/// <param name="Source">Its address.</param>
/// <param name="Note">What the windows are not.</param>
/// <param name="Windows">The windows, segments.</param>
internal sealed record ShownPublished(string Publication, string Source, string Note, IReadOnlyList<CdnWindow> Windows)
{
    public static ShownPublished Here { get; } = new(CdnWindow.Publication, CdnWindow.Source, CdnWindow.Note, CdnWindow.All);
}
