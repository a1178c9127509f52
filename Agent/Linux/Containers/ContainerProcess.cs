using System.Globalization;
using IwTune.Agent.Linux.Facts;

namespace IwTune.Agent.Linux.Containers;

/// <summary>A process of a container.</summary>
/// <param name="Id">Its number here.</param>
/// <param name="Group">Its own control group: groups above it may not hold processes (no internal processes, cgroups(7)).</param>
internal sealed record ContainerProcess(int Id, string Group)
{
    private const int MostFolders = 256;

    /// <returns>Any one of the group or of those below it; <see langword="null"/> when none runs.</returns>
    public static ContainerProcess? Of(string group)
    {
        var waiting = new Queue<string>([group]);
        for (var seen = 0; seen < MostFolders && waiting.TryDequeue(out var next); seen++)
        {
            if (ContainerPath.IsMonitor(Path.GetFileName(next)))
                continue;
            foreach (var line in SystemFile.Lines(Path.Combine(next, "cgroup.procs")))
                if (int.TryParse(line, NumberStyles.None, CultureInfo.InvariantCulture, out var id) && id > 0)
                    return new ContainerProcess(id, next);
            foreach (var below in Below(next))
                waiting.Enqueue(below);
        }
        return null;
    }

    private static string[] Below(string group)
    {
        try
        {
            return Directory.GetDirectories(group);
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
