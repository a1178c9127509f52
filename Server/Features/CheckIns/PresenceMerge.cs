using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.CheckIns;

/// <summary>
/// Merges what another server heard of a host with what was heard here. The higher number of a check-in is the later state, whatever the
/// two servers' clocks say; a late message changes nothing.
/// </summary>
internal static class PresenceMerge
{
    /// <param name="here">What is known here.</param>
    /// <param name="told">What another server heard.</param>
    public static Presence Of(Presence here, Presence told)
    {
        if (told.Counter <= here.Counter)
            return Seen(here, told.SeenAt);
        var earlier = here.BootId.Length > 0 && here.BootId != told.BootId ? here.BootId : told.EarlierBoot;
        return told with
        {
            EarlierBoot = earlier,
            SeenAt = Math.Max(here.SeenAt, told.SeenAt),
            Elsewhere = true,
            Stored = false,
        };
    }

    /// <summary>Another server heard from the host, with nothing new except the number.</summary>
    public static Presence Seen(Presence here, long seenAt, long counter) =>
        counter > here.Counter
            ? here with
            {
                Counter = counter,
                SeenAt = Math.Max(here.SeenAt, seenAt),
                Elsewhere = true,
                Stored = false,
            }
            : Seen(here, seenAt);

    private static Presence Seen(Presence here, long seenAt) =>
        here.Counter > 0 && seenAt > here.SeenAt ? here with { SeenAt = seenAt } : here;
}
