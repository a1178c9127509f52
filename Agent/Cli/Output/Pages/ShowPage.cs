using System.Globalization;
using IwTune.Agent.Engine;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Output.Pages;

/// <summary>Every target with its window, for people.</summary>
internal static class ShowPage
{
    /// <param name="terminal">Where to.</param>
    /// <param name="shown">What to show.</param>
    /// <param name="capabilities">What this host can express; decides the columns.</param>
    /// <param name="hidden">How many targets of other tables are left out.</param>
    public static void Write(Terminal terminal, HostSnapshot shown, Capabilities capabilities, int hidden)
    {
        var routes = capabilities.Noun == Target.Route;
        var table = routes
            ? new Table(
                ("ROUTE", Align.Left),
                ("", Align.Left),
                ("INITCWND", Align.Right),
                ("INITRWND", Align.Right),
                ("OWNER", Align.Left),
                ("STRATEGY", Align.Left)
            )
            : new Table(
                ("TEMPLATE / FILTER", Align.Left),
                ("", Align.Left),
                ("INITCWND", Align.Right),
                ("BY DEFAULT", Align.Left),
                ("OWNER", Align.Left),
                ("STRATEGY", Align.Left)
            );
        var whys = new Footnotes();
        foreach (var target in shown.Targets)
        {
            table.Add(
                target.Id,
                target.Original is null ? "" : "*",
                Number(target.Current.InitCwnd),
                routes ? Number(target.Current.InitRwnd) : ByDefault(target),
                target.Owner,
                new Cell(
                    target.Strategy.Word + whys.Mark(Reason(target.Strategy)),
                    target.Strategy.Kind == StrategyKind.ReportOnly ? Ink.Attention : Ink.Plain
                )
            );
        }
        if (shown.Targets.Count > 0)
            table.Write(terminal);
        else
            terminal.Say($"There is no {capabilities.Noun} here whose window could be set.", hanging: 0);
        whys.Write(terminal);
        if (hidden > 0)
            terminal.Error.WriteLine($"{Counted.Of(hidden, "route")} of other tables {(hidden == 1 ? "is" : "are")} not shown; see --all.");
        if (shown.Method.Length > 0)
            terminal.Say(terminal.Paint(Ink.Quiet, $"Read by {shown.Method}."), hanging: 0);
        if (capabilities.Unsupported is { } why)
            terminal.Error.WriteLine(why);
    }

    /// <summary>Whether connections that no filter covers get it; a filter covers some.</summary>
    private static Cell ByDefault(Target target) =>
        target switch
        {
            { Noun: "filter" } => new Cell("-", Ink.Quiet),
            { InUse: true } => "yes",
            _ => new Cell("no", Ink.Quiet),
        };

    private static string Reason(Strategy strategy) =>
        strategy.Instead is { } instead ? $"{strategy.Why} {instead.Sentence(wanted: null)}" : strategy.Why;

    /// <summary>A dash: the kernel's default, ten segments on Linux since 2.6.39; on Windows a window that no method reports.</summary>
    private static Cell Number(int? segments) =>
        segments is { } set ? set.ToString(CultureInfo.InvariantCulture) : new Cell("-", Ink.Quiet);
}
