using IwTune.Shared.Fleet.Agents;

namespace IwTune.Agent.Cli.Fleet.Agents;

/// <summary>Hosts as an inventory in Ansible's INI form, a group for each ring.</summary>
internal static class AnsibleInventory
{
    /// <param name="to">Gets it.</param>
    /// <param name="hosts">Upgraded ones are left out.</param>
    public static void Write(TextWriter to, IReadOnlyList<AgentHost> hosts)
    {
        foreach (var ring in hosts.Where(host => !host.Upgraded).GroupBy(host => host.Ring).OrderBy(ring => ring.Key))
        {
            to.WriteLine($"[iwtune_ring_{ring.Key}]");
            foreach (var host in ring)
                to.WriteLine(IsName(host.Name) ? host.Name : $"# {host.Id}: its name cannot stand in an inventory");
            to.WriteLine();
        }
    }

    /// <summary>A host reports its own name: other characters could be read as another host, or as a variable.</summary>
    private static bool IsName(string name) =>
        name.Length > 0 && name[0] != '-' && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.' or '_');
}
