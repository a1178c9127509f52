using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Agents;

namespace IwTune.Agent.Cli.Fleet.Agents;

/// <summary>The fleet's agents by version, and the packages that the server offers.</summary>
internal static class AgentsVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "agents", "Versions of the agents, hosts that are behind, and the server's packages")
        {
            Examples =
            [
                ("iwtune fleet agents upgrade --rings 1,10%,100%", "in which order to upgrade, and how far that is"),
                ("iwtune fleet agents hosts --inventory", "hosts by ring, as an inventory for Ansible"),
            ],
        };
        verb.Shows(context, _ => FleetPaths.Agents, () => AgentsJson.Default.FleetAgents, agents => Print(context.Terminal, agents));
        verb.Add(AgentsUpgradeVerb.Create(context));
        verb.Add(AgentsHostsVerb.Create(context));
        return verb;
    }

    private static void Print(Terminal terminal, FleetAgents agents)
    {
        var table = new Table(
            ("VERSION", Align.Left),
            ("SYSTEM", Align.Left),
            ("STATE", Align.Left),
            ("HOSTS", Align.Right),
            ("SILENT", Align.Right)
        );
        foreach (var group in agents.Versions)
            table.Add(
                group.Version.Length > 0 ? group.Version : "-",
                group.Os,
                new Cell(group.Standing.ToString(), group.Standing == AgentStanding.Current ? Ink.Good : Ink.Attention),
                FleetText.Number(group.Hosts),
                FleetText.Number(group.Silent)
            );
        table.Write(terminal);
        terminal.Say(
            $"{agents.Behind} of {Counted.Of(agents.Hosts, "host")} {(agents.Behind == 1 ? "has" : "have")} an older agent.",
            hanging: 0
        );
        foreach (var newest in agents.Newest)
            terminal.Say(
                $"The newest for {newest.Os} is {newest.Version}, "
                    + (newest.From == AgentReleaseSource.Packages ? "from the server's packages." : "the version of the server."),
                hanging: 0
            );
        if (agents.Packages.Offered.Count > 0)
        {
            var packages = new Table(("PACKAGE", Align.Left), ("VERSION", Align.Left), ("FOR", Align.Left), ("FILE", Align.Left));
            foreach (var one in agents.Packages.Offered)
                packages.Add(one.Kind.ToString().ToLowerInvariant(), one.Version, one.Architecture, one.Path);
            terminal.Out.WriteLine();
            packages.Write(terminal);
        }
        foreach (var problem in agents.Packages.Problems)
            terminal.Error.WriteLine(problem);
    }
}
