using System.Globalization;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Output;

/// <summary>Which network namespaces of the host iwtune's settings reach, and which they do not.</summary>
internal static class NamespacesView
{
    public static void Write(Terminal terminal, NamespaceReading reading, Backend backend)
    {
        var table = new Table(("NAMESPACE", Align.Left), ("PROCESSES", Align.Right), ("OLDEST", Align.Left), ("COVERED", Align.Left));
        foreach (var space in reading.All)
        {
            table.Add(
                NameOf(space),
                space.Processes.ToString(CultureInfo.InvariantCulture),
                space.Example,
                IsCovered(space, backend)
                    ? new Cell(space.IsOwn ? "yes" : "yes, by the bpf backend", Ink.Good)
                    : new Cell("no", Ink.Attention)
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
                "Each namespace has routes of its own. 'backend: bpf' in agent.yaml reaches them all; an agent in a namespace reaches "
                    + "that one.",
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
