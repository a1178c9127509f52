using System.Globalization;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Ports;
using IwTune.Shared.Formatting;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>Which network namespaces and containers of the host get their windows from iwtune, and which they get.</summary>
internal static class NamespacesView
{
    public static void Write(Terminal terminal, NamespaceReading reading, IReadOnlyList<CoverageMap> rows, Backend backend)
    {
        var table = new Table(
            ("NAMESPACE", Align.Left),
            ("PROCESSES", Align.Right),
            ("OLDEST", Align.Left),
            ("CONTAINER", Align.Left),
            ("COVERED", Align.Left),
            ("WINDOW", Align.Left),
            ("MEASURED", Align.Left)
        );
        foreach (var row in rows)
        {
            table.Add(
                NameOf(row.Space),
                row.Space.Processes.ToString(CultureInfo.InvariantCulture),
                row.Space.Example,
                row.Container?.Name ?? "",
                row.IsCovered ? new Cell($"yes, by {row.By}", Ink.Good) : new Cell("no", Ink.Attention),
                row.Window is { IsUnset: false } window ? window.ToString() : new Cell("-", Ink.Quiet),
                Measured(row.Measured)
            );
        }
        table.Write(terminal);
        if (reading.UnseenProcesses > 0)
            terminal.Error.WriteLine(
                $"{reading.UnseenProcesses} process{(reading.UnseenProcesses == 1 ? "" : "es")} could not be looked at, perhaps in "
                    + "other namespaces; root sees more."
            );
        if (backend == Backend.Routes && reading.Others.Any())
            terminal.Say(
                "Each namespace has routes of its own. 'backend: bpf' in agent.yaml reaches them all, and a containers scope gives chosen "
                    + "containers a window of their own; an agent in a namespace reaches that one.",
                hanging: 0
            );
    }

    /// <summary>One sentence below the routes, when something is not covered.</summary>
    public static void WriteFooter(Terminal terminal, NamespaceReading reading, Backend backend)
    {
        const int named = 3;
        var missing = reading.Others.Where(space => !IsCovered(space, backend)).ToList();
        if (missing.Count == 0)
            return;
        var some = string.Join("; ", missing.Take(named).Select(Describe));
        var more = missing.Count > named ? $"; and {missing.Count - named} more" : "";
        terminal.Error.WriteLine(
            $"{missing.Count} other network namespace{(missing.Count == 1 ? " is" : "s are")} not covered: {some}{more}. 'iwtune show "
                + $"--namespaces' lists {(missing.Count == 1 ? "it" : "them")}."
        );
    }

    private static Cell Measured(Evidence? evidence) =>
        evidence switch
        {
            null => new Cell("-", Ink.Quiet),
            { Conclusive: false } => new Cell("inconclusive", Ink.Attention),
            _ => Invariant.Text($"{Counted.Of(evidence.InitialCwnd ?? 0, "segment")} at {evidence.At:HH:mm:ss}Z"),
        };

    public static bool IsCovered(NetworkNamespace space, Backend backend) => space.IsOwn || backend == Backend.Bpf;

    public static string NameOf(NetworkNamespace space) =>
        space.Name.Length > 0 ? space.Name
        : space.IsOwn ? "this one"
        : space.Container.Length > 0 ? $"container {space.Container}"
        : space.Number.ToString(CultureInfo.InvariantCulture);

    private static string Describe(NetworkNamespace space) =>
        space.Processes switch
        {
            0 => $"{NameOf(space)} (no process)",
            1 => $"{NameOf(space)} ({space.Example})",
            var several => $"{NameOf(space)} ({several} processes: {space.Example}, …)",
        };
}
