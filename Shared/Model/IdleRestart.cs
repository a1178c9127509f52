namespace IwTune.Shared.Model;

/// <summary>What an idle connection begins again with: why the initial window counts on kept-alive connections too.</summary>
public static class IdleRestart
{
    /// <summary>
    /// The congestion window after a pause where net.ipv4.tcp_slow_start_after_idle is on (the default): halved for every retransmission
    /// timeout that passes after the first, never below the restart window min(initial window, window) (RFC 2861 §3.1, RFC 5681 §4.1).
    /// </summary>
    /// <param name="window">Window before the pause, segments.</param>
    /// <param name="initCwnd">Initial window, segments.</param>
    /// <param name="idle">How long nothing was sent.</param>
    /// <param name="timeout">Retransmission timeout, above zero; see <see cref="RoundTripEstimate.LinuxTimeout"/>.</param>
    /// <returns>Segments; what <see cref="Transfer.InitCwnd"/> is for the next response on this connection.</returns>
    public static int Window(int window, int initCwnd, TimeSpan idle, TimeSpan timeout)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(timeout, TimeSpan.Zero);
        if (idle <= timeout)
            return window;
        var restart = Math.Min(initCwnd, window);
        for (var left = idle - timeout; left > TimeSpan.Zero && window > restart; left -= timeout)
            window /= 2;
        return Math.Max(window, restart);
    }
}
