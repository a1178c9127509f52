using IwTune.Server.Features.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.CheckIns;

/// <summary>
/// Tells one host from two. Counter and boot id only move forward on one machine; a restored snapshot or a copied disk makes them
/// go back, and then nothing the server believes of the host holds any more.
/// </summary>
internal static class Continuity
{
    /// <summary>Why the two cannot be the same machine, as a sentence; <see langword="null"/> when they can.</summary>
    public static string? Break(Presence last, CheckInRequest now)
    {
        if (now.Counter < last.Counter)
            return $"Its check-in number went back from {last.Counter} to {now.Counter}: the host was copied, or restored from a snapshot.";
        // The same number twice is a repeated request, unless another boot sent it.
        if (now.Counter == last.Counter && last.Counter > 0 && now.BootId != last.BootId)
            return $"Check-in number {now.Counter} came from two boots: two machines share this identity.";
        if (now.BootId != last.BootId && now.BootId == last.EarlierBoot)
            return $"Boot {Short(now.BootId)} checked in again after boot {Short(last.BootId)}: two machines share this identity.";
        return null;
    }

    public static Presence Next(Presence last, CheckInRequest now, long at) =>
        new(at, now.BootId, now.BootId == last.BootId ? last.EarlierBoot : last.BootId, now.Counter, now.Held, now.StateHash, now.Rejected);

    private static string Short(string bootId) => bootId.Length > 8 ? bootId[..8] : bootId;
}
