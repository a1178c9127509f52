using System.Globalization;
using IwTune.Agent.Engine.Flights;
using IwTune.Agent.Linux.Facts;

namespace IwTune.Agent.Linux.Effective;

/// <summary>
/// What a route's initrwnd does on this kernel (net/ipv4/tcp_output.c, tcp_select_initial_window). Since Linux 4.20 (commit a337531b942b) the
/// first window comes from the receive buffer and initrwnd can only cap it; before, the default was 20 segments and initrwnd could raise it.
/// </summary>
/// <param name="kernel">Release, such as <c>6.1.0-18-amd64</c>.</param>
/// <param name="receiveBuffer">tcp_rmem: least, default, most; bytes.</param>
internal sealed class InitRwnd(string kernel, (long Default, long Most) receiveBuffer)
{
    private const long Unscaled = ushort.MaxValue;
    private const int OldDefault = 20; // TCP_INIT_CWND * 2, tcp_default_init_rwnd() before 4.20
    private static readonly Version OnlyCapsSince = new(4, 20);

    public static InitRwnd Here() => new(SystemFile.Line("/proc/sys/kernel/osrelease"), ReceiveBuffer(SystemFile.Line("/proc/sys/net/ipv4/tcp_rmem")));

    /// <summary>True where initrwnd can only cap.</summary>
    public bool OnlyCaps => Release(kernel) is not { } release || release >= OnlyCapsSince;

    /// <param name="segments">The route's initrwnd.</param>
    /// <param name="mss">The largest segment this host announces (tcp_info.tcpi_advmss), bytes.</param>
    public ReceiveWindow Of(int segments, int mss)
    {
        var room = receiveBuffer.Default / 2; // tcp_win_from_space: half of a buffer is window, half is bookkeeping
        var space = room - (room % mss);
        var asked = (long)segments * mss;
        var without = OnlyCaps ? Announced(space) : Announced(Math.Min(space, (long)OldDefault * mss));
        var with = Announced(Math.Min(space, asked));
        var effect = with == without ? ReceiveEffect.None : with < without ? ReceiveEffect.Caps : ReceiveEffect.Raises;
        return new ReceiveWindow(effect, segments, with, without, Note(effect, segments, with, without));
    }

    private string Note(ReceiveEffect effect, int segments, long with, long without)
    {
        var since = OnlyCaps ? "since Linux 4.20 initrwnd only caps" : "before Linux 4.20 initrwnd raises it too";
        return effect switch
        {
            ReceiveEffect.None => string.Create(
                CultureInfo.InvariantCulture,
                $"no effect: initrwnd {segments} leaves the first window this host announces at {without} bytes; the second value of net.ipv4.tcp_rmem decides ({since})"),
            ReceiveEffect.Caps => string.Create(
                CultureInfo.InvariantCulture, $"caps: initrwnd {segments} lowers the first window this host announces from {without} to {with} bytes ({since})"),
            _ => string.Create(
                CultureInfo.InvariantCulture, $"raises: initrwnd {segments} lifts the first window this host announces from {without} to {with} bytes"),
        };
    }

    /// <summary>The handshake itself is not scaled: what fits 16 bits there is not announced larger after it.</summary>
    private long Announced(long space) => space <= Unscaled ? Math.Min(ScaledUp(space), Unscaled >> Scale << Scale) : ScaledUp(space);

    private long ScaledUp(long bytes) => (bytes + (1L << Scale) - 1) >> Scale << Scale;

    /// <summary>The window scale that the largest buffer needs (RFC 7323: at most 14).</summary>
    private int Scale => (int)Math.Clamp(Math.Log2(Math.Max(receiveBuffer.Most, 1)) - 15, 0, 14);

    /// <summary>The second and third column; a kernel's own defaults when the file cannot be read.</summary>
    internal static (long Default, long Most) ReceiveBuffer(string columns) =>
        columns.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) is [_, var normal, var most]
        && long.TryParse(normal, NumberStyles.None, CultureInfo.InvariantCulture, out var bytes)
        && long.TryParse(most, NumberStyles.None, CultureInfo.InvariantCulture, out var ceiling)
            ? (bytes, ceiling)
            : (131072, 6291456);

    private static Version? Release(string kernel)
    {
        var end = 0;
        while (end < kernel.Length && (char.IsAsciiDigit(kernel[end]) || kernel[end] == '.'))
            end++;
        return Version.TryParse(kernel.AsSpan(0, end).TrimEnd('.'), out var release) ? release : null;
    }
}
