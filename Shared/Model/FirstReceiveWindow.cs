using System.Globalization;

namespace IwTune.Shared.Model;

/// <summary>
/// The window that a Linux host announces before it has received anything (net/ipv4/tcp_output.c, tcp_select_initial_window). Since Linux
/// 4.20 (commit a337531b942b) it comes from the receive buffer and initrwnd can only cap it; earlier, the default was 20 segments and
/// initrwnd could raise it.
/// </summary>
/// <param name="kernel">Release, such as <c>6.1.0-18-amd64</c>; one that cannot be read counts as new.</param>
/// <param name="receiveBuffer">Second and third number of net.ipv4.tcp_rmem, bytes.</param>
public sealed class FirstReceiveWindow(string kernel, (long Default, long Most) receiveBuffer)
{
    private const int OldDefault = 20; // TCP_INIT_CWND * 2, tcp_default_init_rwnd() before 4.20
    private const int EthernetMss = 1460;
    private static readonly Version OnlyCapsSince = new(4, 20);

    /// <summary>True where initrwnd can only cap.</summary>
    public bool OnlyCaps => Release(kernel) is not { } release || release >= OnlyCapsSince;

    /// <summary>The window in bytes, once it is scaled: what a peer's first flight may fill.</summary>
    /// <param name="initRwnd">The route's initrwnd, segments; <see langword="null"/> when it names none.</param>
    /// <param name="mss">The largest segment this host announces (tcp_info.tcpi_advmss), bytes, at least 1.</param>
    public long Bytes(int? initRwnd, int mss) => Announced(Space(initRwnd, mss));

    /// <summary>The window in its SYN, which is not scaled (RFC 7323 §2.2), bytes.</summary>
    /// <inheritdoc cref="Bytes"/>
    public long InSyn(int? initRwnd, int mss) => Math.Min(Space(initRwnd, mss), ReceiveWindow.Unscaled);

    /// <summary>Reads tcp_rmem's three numbers.</summary>
    /// <returns>The second and the third one; a kernel's own defaults when the text is none.</returns>
    public static (long Default, long Most) ReceiveBuffer(string columns) =>
        columns.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) is [_, var normal, var most]
        && long.TryParse(normal, NumberStyles.None, CultureInfo.InvariantCulture, out var bytes)
        && long.TryParse(most, NumberStyles.None, CultureInfo.InvariantCulture, out var ceiling)
            ? (bytes, ceiling)
            : (131072, 6291456);

    private long Space(int? initRwnd, int mss)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(mss, 1);
        var room = receiveBuffer.Default / 2; // tcp_win_from_space: half of a buffer is window, half is bookkeeping
        var space = room - (room % mss);
        var segments =
            initRwnd
            ?? (
                OnlyCaps ? null
                : mss > EthernetMss ? Math.Max(EthernetMss * OldDefault / mss, 2)
                : OldDefault
            );
        return segments is { } asked ? Math.Min(space, (long)asked * mss) : space;
    }

    /// <summary>The handshake itself is not scaled: what fits 16 bits there is not announced larger after it.</summary>
    private long Announced(long space) =>
        space <= ReceiveWindow.Unscaled ? Math.Min(ScaledUp(space), ReceiveWindow.Unscaled >> Scale << Scale) : ScaledUp(space);

    private long ScaledUp(long bytes) => (bytes + (1L << Scale) - 1) >> Scale << Scale;

    /// <summary>The window scale that the largest buffer needs (RFC 7323: at most 14).</summary>
    private int Scale => (int)Math.Clamp(Math.Log2(Math.Max(receiveBuffer.Most, 1)) - 15, 0, 14);

    private static Version? Release(string kernel)
    {
        var end = 0;
        while (end < kernel.Length && (char.IsAsciiDigit(kernel[end]) || kernel[end] == '.'))
            end++;
        return Version.TryParse(kernel.AsSpan(0, end).TrimEnd('.'), out var release) ? release : null;
    }
}
