using IwTune.Agent.Ports;
using IwTune.Shared.Model;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Bpf;

/// <summary>
/// What the program's table must hold to act as the routes would: the windows that targets were given, and below them an empty entry for
/// every longer route, whose connections get none of those windows.
/// </summary>
internal static class ProgramTable
{
    /// <summary>More than any receive buffer: then the buffer decides, as without initrwnd (tcp_select_initial_window).</summary>
    private const int AsTheBufferAllows = 65535;

    /// <summary>The table's entry for this window: an empty value would leave the owner's, which is not the same as none.</summary>
    /// <param name="window">What connections are to get.</param>
    /// <param name="owners">What the route itself says.</param>
    public static Window Entry(Window window, Window owners) =>
        new(
            window.InitCwnd ?? (owners.InitCwnd is null ? null : InitialWindow.LinuxDefault),
            window.InitRwnd ?? (owners.InitRwnd is null ? null : AsTheBufferAllows)
        );

    /// <param name="given">Target id → window.</param>
    /// <param name="targets">The host's targets as they are.</param>
    public static Dictionary<Prefix, Window> Of(IReadOnlyDictionary<string, Window> given, IReadOnlyList<Target> targets)
    {
        var table = new Dictionary<Prefix, Window>();
        foreach (var target in targets)
        {
            if (given.TryGetValue(target.Id, out var window))
                table.TryAdd(Destinations.PrefixOf(target), Entry(window, target.Current));
        }
        var lengths = table.Keys.Select(prefix => (prefix.IsV6, prefix.Length)).Distinct().ToList();
        foreach (var target in targets.Where(Destinations.IsLooked))
        {
            var prefix = Destinations.PrefixOf(target);
            if (
                lengths.Exists(shorter =>
                    shorter.IsV6 == prefix.IsV6
                    && shorter.Length < prefix.Length
                    && table.TryGetValue(prefix.Within(shorter.Length), out var above)
                    && !above.IsUnset
                )
            )
                table.TryAdd(prefix, Window.Unset);
        }
        return table;
    }
}
