namespace IwTune.Shared.Model;

/// <summary>The window that the receiver announces, by round.</summary>
public static class ReceiveWindow
{
    /// <summary>
    /// What a Linux receiver announces before it has read anything, bytes: a SYN carries at most 65,535, of which whole segments of 1460
    /// are used (tcp_select_initial_window, net/ipv4/tcp_output.c). 44 segments, whatever the sender's initcwnd says.
    /// </summary>
    public const long LinuxFirst = 64_240;

    /// <summary>The most that a receiver can ever announce when one side does not offer window scaling, bytes (RFC 7323 §2.2).</summary>
    public const long Unscaled = ushort.MaxValue;

    // Measured on Linux: flights of 44, 54 to 55 and 110 to 116 segments bound by the receiver: a quarter more for the second, then
    // doubling.
    private const long MostDoublings = 30;

    /// <summary>The window in one round of a transfer, bytes.</summary>
    /// <param name="transfer">Whose <see cref="Transfer.PeerWindowBytes"/> is the first window.</param>
    /// <param name="round">Which flight: 1 is the first.</param>
    /// <returns><see langword="null"/> when the window never binds.</returns>
    public static long? Bytes(Transfer transfer, long round)
    {
        if (!transfer.PeerAutotunes)
            return transfer.PeerWindowBytes;
        var first = transfer.PeerWindowBytes ?? LinuxFirst;
        return round <= 1 ? first : (first + first / 4) << (int)Math.Min(MostDoublings, Math.Max(0, round - 2));
    }
}
