using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli;

/// <summary>Every target of this host with its window, its owner, and how it would be set.</summary>
internal static class ShowVerb
{
    private static readonly Option<bool> Namespaces = new("--namespaces") { Description = "The network namespaces of this host (containers) instead, and which are covered" };

    public static Verb Create(CliContext context)
    {
        var all = new Option<bool>("--all") { Description = "Also the routes of other tables, which no scope follows" };
        var verb = new Verb(VerbGroup.Look, "show", "Every route with its window, its owner, and how it would be set")
        {
            Details = "Needs no privilege. A route marked * is set by iwtune, which holds what it was before. Containers have routes of their own, which are not shown.",
            Examples = [("iwtune show", "what this host has now"), ("iwtune show --json | jq '.targets[] | select(.isDefault)'", "for programs")],
        };
        verb.Add(all);
        verb.Add(Namespaces);
        verb.Add(JsonOption.Option);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, parsed.GetValue(all), ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, bool all, CancellationToken ct)
    {
        var state = parsed.StateOf();
        var host = context.Host(state, out var settings);
        var spaces = host.Namespaces?.Invoke();
        if (parsed.GetValue(Namespaces) && !parsed.WantsJson())
        {
            NamespacesView.Write(context.Terminal, spaces ?? throw new HostUnsupportedException("This system has no network namespaces."), settings.Backend);
            return ExitCode.Fine;
        }
        var journal = JournalView.Of(state, context);
        var read = await new JournaledTuner(host.Tuner, journal.Journal).ReadAsync(ct);
        var shown = read with { Targets = [.. read.Targets.Where(target => all || target.InMainTable)] };
        if (parsed.WantsJson())
        {
            ShowJson.Write(context.Terminal.Out, shown, spaces, settings.Backend);
        }
        else
        {
            Print(context.Terminal, shown, host.Tuner.Capabilities, read.Targets.Count - shown.Targets.Count);
            if (spaces is not null)
                NamespacesView.WriteFooter(context.Terminal, spaces, settings.Backend);
        }
        journal.Tell(context.Terminal);
        return ExitCode.Fine;
    }

    private static void Print(Terminal terminal, HostSnapshot shown, Capabilities capabilities, int hidden)
    {
        var table = new Table(("ROUTE", Align.Left), ("", Align.Left), ("INITCWND", Align.Right), ("INITRWND", Align.Right), ("OWNER", Align.Left), ("STRATEGY", Align.Left));
        var whys = new Footnotes();
        foreach (var target in shown.Targets)
        {
            table.Add(
                target.Id,
                target.Original is null ? "" : "*",
                Number(target.Current.InitCwnd),
                Number(target.Current.InitRwnd),
                target.Owner,
                new Cell(target.Strategy.Word + whys.Mark(Reason(target.Strategy)), target.Strategy.Kind == StrategyKind.ReportOnly ? Ink.Attention : Ink.Plain));
        }
        table.Write(terminal);
        whys.Write(terminal);
        if (hidden > 0)
            terminal.Error.WriteLine($"{hidden} routes of other tables are not shown; --all shows them.");
        if (capabilities.Unsupported is { } why)
            terminal.Error.WriteLine(why);
    }

    private static string Reason(Strategy strategy) => strategy.Instead is { } instead ? $"{strategy.Why} {instead.Sentence(wanted: null)}" : strategy.Why;

    /// <summary>A dash: the kernel's default, ten segments on Linux since 2.6.39.</summary>
    private static Cell Number(int? segments) => segments is { } set ? set.ToString(System.Globalization.CultureInfo.InvariantCulture) : new Cell("-", Ink.Quiet);
}
