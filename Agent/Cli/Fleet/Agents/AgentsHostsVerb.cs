using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Agents;

namespace IwTune.Agent.Cli.Fleet.Agents;

/// <summary>The hosts of an upgrade, by ring.</summary>
internal static class AgentsHostsVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "hosts", "Hosts of an upgrade, by ring")
        {
            Examples =
            [
                ("iwtune fleet agents hosts --inventory > rings.ini", "groups iwtune_ring_1, iwtune_ring_2, … of hosts to upgrade"),
                ("ansible-playbook -i rings.ini upgrade.yml --limit iwtune_ring_1", "upgrade the first ring"),
            ],
        };
        var options = new UpgradeOptions(verb);
        var ring = new Option<int?>("--ring") { Description = "Only this ring, from 1", HelpName = "N" };
        var inventory = new Option<bool>("--inventory")
        {
            Description = "Write the hosts that are to be upgraded as an inventory for Ansible, a group for each ring",
        };
        verb.Add(ring);
        verb.Add(inventory);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                if (parsed.WantsJson() && parsed.GetValue(inventory))
                    throw new UsageException("--json and --inventory exclude each other.");
                var path = options.Path(FleetPaths.AgentUpgradeHosts, parsed, ("ring", parsed.GetValue(ring)?.ToString()));
                var hosts = await fleet.ListAsync(path, null, AgentsJson.Default.IReadOnlyListAgentHost, ct);
                return context.Answer(
                    parsed,
                    hosts,
                    AgentsJson.Default.IReadOnlyListAgentHost,
                    () =>
                    {
                        if (parsed.GetValue(inventory))
                            Write(context.Terminal, hosts);
                        else
                            Print(context.Terminal, hosts);
                    }
                );
            }
        );
        return verb;
    }

    private static void Write(Terminal terminal, IReadOnlyList<AgentHost> hosts)
    {
        AnsibleInventory.Write(terminal.Out, hosts);
        if (hosts.All(host => host.Upgraded))
            terminal.Error.WriteLine("The inventory is empty: no host has an older agent.");
    }

    private static void Print(Terminal terminal, IReadOnlyList<AgentHost> hosts)
    {
        var table = new Table(
            ("RING", Align.Right),
            ("HOST", Align.Left),
            ("SYSTEM", Align.Left),
            ("AGENT", Align.Left),
            ("", Align.Left),
            ("VERDICT", Align.Left)
        );
        foreach (var host in hosts)
            table.Add(
                FleetText.Number(host.Ring),
                host.Name,
                host.Os,
                host.Version,
                host.Upgraded ? new Cell("upgraded", Ink.Good) : new Cell("behind", Ink.Attention),
                host.Silent ? new Cell("silent", Ink.Attention) : FleetText.Of(host.Verdict)
            );
        table.Write(terminal);
    }
}
