using System.Globalization;
using IwTune.Agent.Linux.Facts;

namespace IwTune.Agent.Linux.Watching;

/// <summary>
/// Which process has the route netlink socket with a given port. The kernel gives a process's first socket its pid as port, seen from its
/// own pid namespace, and any further one a meaningless number (net/netlink/af_netlink.c, netlink_autobind); a program may also choose one.
/// So a port counts as a pid only when that process really has the socket.
/// </summary>
/// <param name="proc">Where /proc is.</param>
internal sealed class NetlinkPorts(string proc)
{
    private const string RouteProtocol = "0";

    /// <summary>Found owners by the socket's inode, which lives as long as the socket.</summary>
    private readonly Dictionary<string, int> _known = new(StringComparer.Ordinal);

    /// <returns>The process; <see langword="null"/> when it has ended, or when this user may not see it.</returns>
    public int? OwnerOf(uint port)
    {
        if (InodeOf(port) is not { } inode)
        {
            return null;
        }
        if (_known.TryGetValue(inode, out var known) && Has(known, inode))
            return known;
        var owner = port <= int.MaxValue && Has((int)port, inode) ? (int)port : Search(inode);
        if (_known.Count > 100)
            _known.Clear();
        if (owner is { } found)
            _known[inode] = found;
        return owner;
    }

    private string? InodeOf(uint port)
    {
        var number = port.ToString(CultureInfo.InvariantCulture);
        // sk Eth Pid Groups Rmem Wmem Dump Locks Drops Inode, of the thread's network namespace.
        foreach (var line in SystemFile.Lines($"{proc}/thread-self/net/netlink"))
        {
            var columns = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (columns.Length >= 10 && columns[1] == RouteProtocol && columns[2] == number)
                return columns[9];
        }
        return null;
    }

    private int? Search(string inode)
    {
        foreach (var directory in Entries(proc))
        {
            if (int.TryParse(Path.GetFileName(directory), CultureInfo.InvariantCulture, out var pid) && Has(pid, inode))
                return pid;
        }
        return null;
    }

    private bool Has(int pid, string inode)
    {
        foreach (var descriptor in Entries($"{proc}/{pid}/fd"))
        {
            if (Target(descriptor) == $"socket:[{inode}]")
                return true;
        }
        return false;
    }

    private static string[] Entries(string directory)
    {
        try
        {
            return Directory.GetFileSystemEntries(directory);
        }
        catch (Exception unseen) when (unseen is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static string? Target(string link)
    {
        try
        {
            return new FileInfo(link).LinkTarget;
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
