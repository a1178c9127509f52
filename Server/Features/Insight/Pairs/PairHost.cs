using IwTune.Shared.Model;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Insight.Pairs;

/// <summary>One host as sender and as receiver.</summary>
/// <param name="Group">Its value of the label; <see langword="null"/> without one.</param>
/// <param name="Cwnd">
/// initcwnd of its default targets, segments, the smallest one; <see langword="null"/> when it has reported none.
/// </param>
/// <param name="Receive">First receive window by its kernel's rule, bytes; <see langword="null"/> when not known.</param>
/// <param name="Place">Where it is, when its labels say so.</param>
internal sealed record PairHost(string? Group, int? Cwnd, long? Receive, Place? Place)
{
    /// <summary>Ethernet with IPv4 and timestamps: what both ends have unless a tunnel is in between.</summary>
    public const int Mss = 1448;

    private const string Buffer = "net.ipv4.tcp_rmem";

    public static PairHost Of(string? group, HostFacts facts, HostState? state, Place? place)
    {
        var defaults =
            state?.Targets.Where(target => target.Id.Contains(" default", StringComparison.Ordinal) || facts.Os != "linux").ToList() ?? [];
        int? cwnd = defaults.Count == 0 ? null : defaults.Min(target => target.Configured.InitCwnd ?? InitialWindow.LinuxDefault);
        return new(group, cwnd, Receives(facts, defaults.Select(target => target.Configured)), place);
    }

    private static long? Receives(HostFacts facts, IEnumerable<Window> defaults)
    {
        if (facts.Os != "linux" || !facts.Settings.TryGetValue(Buffer, out var columns))
            return null;
        var rule = new FirstReceiveWindow(facts.Kernel, FirstReceiveWindow.ReceiveBuffer(columns));
        return defaults.Select(window => rule.Bytes(window.InitRwnd, Mss)).DefaultIfEmpty(rule.Bytes(initRwnd: null, Mss)).Min();
    }
}
