using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Impact;

namespace IwTune.Agent.Cli.Fleet.Policies;

/// <summary>What a change would do, as text.</summary>
internal static class ImpactTables
{
    public static void Print(Terminal terminal, ImpactPage page)
    {
        terminal.Say(ImpactWords.Of(page.Affected, page.Fleet, page.Windows, page.Held), hanging: 0);
        foreach (var count in page.Outcomes)
            terminal.Out.WriteLine($"  {terminal.Paint(InkOf(count.Prospect), count.Text)}");
        if (page.Exclusions.Count > 0)
            terminal.Out.WriteLine("Left as it is:");
        foreach (var count in page.Exclusions)
            terminal.Out.WriteLine($"  {count.Text}");
        if (page.Hosts.Count == 0)
            return;
        var table = new Table(
            ("HOST", Align.Left),
            ("TARGET", Align.Left),
            ("NOW", Align.Left),
            ("THEN", Align.Left),
            ("HOW", Align.Left),
            ("", Align.Left)
        );
        foreach (var host in page.Hosts)
            Add(table, host);
        table.Write(terminal);
        if (page.Next is not null)
            terminal.Out.WriteLine($"… and {page.Affected + page.Held - page.Hosts.Count} more; --csv FILE writes all of them.");
    }

    private static void Add(Table table, HostImpact host)
    {
        if (host.Targets.Count == 0)
            table.Add(
                host.Name,
                "",
                "",
                "",
                "",
                new Cell($"{ProspectWords.Of(host.Prospect)}{(host.Why.Length > 0 ? $": {host.Why}" : "")}", InkOf(host.Prospect))
            );
        var name = host.Name;
        foreach (var target in host.Targets)
        {
            table.Add(
                name,
                target.Id,
                target.Now.ToString(),
                target.Then.ToString(),
                target.Strategy,
                new Cell($"{ProspectWords.Of(target.Prospect)}{(target.Why.Length > 0 ? $": {target.Why}" : "")}", InkOf(target.Prospect))
            );
            name = "";
        }
    }

    private static Ink InkOf(Prospect prospect) =>
        prospect switch
        {
            Prospect.Changes or Prospect.PutBack => Ink.Good,
            Prospect.Same => Ink.Quiet,
            _ => Ink.Attention,
        };
}
