using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;

namespace IwTune.Server.Hosting.Load;

/// <summary>A host's own place within a period: the same on every server, spread evenly over the fleet.</summary>
internal static class Slots
{
    public static int Of(string hostId, int periodSeconds) => (int)(Draw(hostId) % (uint)periodSeconds);

    /// <summary>
    /// How long to hold a call open so that a host's calls come to end in its place of the period, which is the longest hold. The hold is
    /// at least half of the period, so that no host calls more often than that because of the move. A fleet that calls at once, after an
    /// outage, is spread evenly two periods later, and stays so: a host in its place is held for a whole period.
    /// </summary>
    public static TimeSpan Hold(string hostId, TimeSpan longest, DateTimeOffset now)
    {
        var place = (long)((double)Draw(hostId) / uint.MaxValue * longest.Ticks);
        var left = (place - now.Ticks % longest.Ticks + longest.Ticks) % longest.Ticks;
        // Too near: two of equal length lead to the place of the period after.
        return TimeSpan.FromTicks(left < longest.Ticks / 2 ? (left + longest.Ticks) / 2 : left);
    }

    private static uint Draw(string hostId)
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(Encoding.UTF8.GetBytes(hostId), hash);
        return BinaryPrimitives.ReadUInt32BigEndian(hash);
    }
}
