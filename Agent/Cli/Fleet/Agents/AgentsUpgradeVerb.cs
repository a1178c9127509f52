using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Agents;

namespace IwTune.Agent.Cli.Fleet.Agents;

/// <summary>The rings of an upgrade, and how far it is.</summary>
internal static class AgentsUpgradeVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "upgrade", "Order in which hosts get a newer agent, and the progress")
        {
            Details =
                "The order is advice. Agents do not replace themselves: upgrade each ring with the hosts' package manager. Hosts keep "
                + "their ring while the upgrade goes on, as long as --query, --rings and --to stay the same.",
        };
        var options = new UpgradeOptions(verb);
        verb.Shows(
            context,
            parsed => options.Path(FleetPaths.AgentUpgrade, parsed),
            () => AgentsJson.Default.AgentUpgrade,
            upgrade => Print(context.Terminal, upgrade)
        );
        return verb;
    }

    private static void Print(Terminal terminal, AgentUpgrade upgrade)
    {
        if (upgrade.Hosts > 0)
        {
            terminal.Say($"to {string.Join(", ", upgrade.To.Select(one => $"{one.Version} ({one.Os})"))}", hanging: 0);
            var table = new Table(
                ("RING", Align.Right),
                ("SIZE", Align.Left),
                ("HOSTS", Align.Right),
                ("UPGRADED", Align.Right),
                ("PROBLEMS", Align.Right)
            );
            foreach (var ring in upgrade.Rings)
                table.Add(
                    FleetText.Number(ring.Number),
                    ring.Size,
                    FleetText.Number(ring.Hosts),
                    FleetText.Number(ring.Upgraded),
                    ring.Troubled == 0 ? new Cell("-", Ink.Quiet) : new Cell($"{ring.Troubled}", Ink.Attention)
                );
            table.Write(terminal);
        }
        terminal.Say(upgrade.Advice, hanging: 0);
    }
}
