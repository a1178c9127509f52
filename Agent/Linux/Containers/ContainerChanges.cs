using System.Threading.Channels;
using IwTune.Agent.Linux.Bpf;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Containers;

/// <summary>
/// Reports containers and pods that appear and end. The kernel notes new and removed groups (inotify); they are read once a second at
/// most, and all groups every half minute in case a note was lost.
/// </summary>
/// <param name="backend">Finds them.</param>
/// <param name="clock">Times the looks.</param>
internal sealed class ContainerChanges(ContainerBackend backend, TimeProvider clock)
{
    /// <summary>Reports until cancelled; nothing without the backend.</summary>
    public static Task TellAsync(BpfBackend? programs, TimeProvider clock, ChannelWriter<HostChanged> told, CancellationToken ct) =>
        programs is null ? Task.CompletedTask : new ContainerChanges(programs.Containers, clock).TellAsync(told, ct);

    /// <summary>A new container has the window of one without a scope for so long at most, plus the agent's own debounce.</summary>
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);

    private const int LooksBetweenReadings = 30;

    private async Task TellAsync(ChannelWriter<HostChanged> told, CancellationToken ct)
    {
        using var notes = FolderNotes.TryOpen();
        using var timer = new PeriodicTimer(Period, clock);
        var known = Read(notes) ?? [];
        try
        {
            for (var looks = 1; await timer.WaitForNextTickAsync(ct); looks++)
            {
                var noted = notes?.Drain() == true;
                if (!noted && looks % LooksBetweenReadings != 0)
                    continue;
                if (Read(notes) is not { } now)
                    continue;
                foreach (var (id, _) in now.Where(one => known.GetValueOrDefault(one.Key) != one.Value))
                    told.TryWrite(new HostChanged($"{id} {(known.ContainsKey(id) ? "has other containers" : "appeared")}"));
                foreach (var id in known.Keys.Where(id => !now.ContainsKey(id)))
                    told.TryWrite(new HostChanged($"{id} ended"));
                known = now;
            }
        }
        catch (OperationCanceledException) { }
    }

    /// <returns>Target id → what else selectors ask for; <see langword="null"/> when the groups cannot be read now.</returns>
    private Dictionary<string, string>? Read(FolderNotes? notes)
    {
        try
        {
            if (backend.Tree is not { } tree)
                return [];
            notes?.Watch(tree.Pods);
            return tree.Read(folder => notes?.Watch(folder)).ToDictionary(one => one.Facts.TargetId, Others, StringComparer.Ordinal);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string Others(FoundContainer container) => string.Join(' ', container.Facts.Containers.Order(StringComparer.Ordinal));
}
