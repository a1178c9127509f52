using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts;

/// <summary>What the latest check-in said. Lives in memory; <c>PresenceWriter</c> writes it in batches.</summary>
/// <param name="SeenAt">
/// When it arrived, or a report after it, unix milliseconds. A check-in that waits is not heard again at its end.
/// </param>
/// <param name="BootId">As reported.</param>
/// <param name="EarlierBoot">The boot id before this one.</param>
/// <param name="Counter">As reported.</param>
/// <param name="Held">As reported.</param>
/// <param name="StateHash">As reported.</param>
/// <param name="Rejected">As reported; not kept over a restart, since the next check-in says it again.</param>
public sealed record Presence(
    long SeenAt,
    string BootId,
    string EarlierBoot,
    long Counter,
    HeldBundle? Held,
    string StateHash,
    string? Rejected = null
)
{
    /// <summary>As reported: when and why it restored what it rejects; not kept over a restart either.</summary>
    public RestoredBundle? Restored { get; init; }

    /// <summary>Another server heard it. That server stores it and announces it.</summary>
    public bool Elsewhere { get; init; }

    /// <summary>Read from the store: since this server started, no check-in of the host is known, here or at another server.</summary>
    public bool Stored { get; init; }

    /// <summary>As reported: the announcement of keys it acts on.</summary>
    public long? Trust { get; init; }

    /// <summary>True when nothing was heard for too long: the rule of verdicts.</summary>
    /// <param name="listenedSince">Since when the server listens without a break, unix milliseconds.</param>
    /// <param name="now">Unix milliseconds.</param>
    /// <param name="staleAfter">How long a host may be silent.</param>
    public bool IsStale(long listenedSince, long now, TimeSpan staleAfter) =>
        now - Math.Max(SeenAt, listenedSince) > staleAfter.TotalMilliseconds;

    public static Presence Never { get; } = new(0, "", "", 0, null, "");

    public static Presence Next(Presence last, CheckInRequest now, long at) =>
        new(at, now.BootId, now.BootId == last.BootId ? last.EarlierBoot : last.BootId, now.Counter, now.Held, now.StateHash, now.Rejected)
        {
            Trust = now.Trust,
            Restored = now.Restored,
        };

    /// <summary>
    /// True when a check-in was sent before this one and arrives after it: the agent gave up waiting, and the network delivered the request
    /// later. A machine that was restored from a snapshot goes back as well, but goes on from there: <paramref name="within"/> is the time
    /// for which an older number counts as late.
    /// </summary>
    public bool Overtook(CheckInRequest said, long at, TimeSpan within) =>
        said.Counter < Counter
        && (said.BootId == BootId || said.BootId == EarlierBoot)
        && at - SeenAt is >= 0 and var age
        && age < within.TotalMilliseconds;

    /// <summary>
    /// A check-in whose texts are this presence's own where they are equal: most hosts say the same for weeks, and only one copy is kept.
    /// </summary>
    public CheckInRequest SameTexts(CheckInRequest said) =>
        said with
        {
            Held = said.Held == Held ? Held : said.Held,
            StateHash = said.StateHash == StateHash ? StateHash : said.StateHash,
            BootId = said.BootId == BootId ? BootId : said.BootId,
            Rejected = said.Rejected == Rejected ? Rejected : said.Rejected,
            Restored = said.Restored == Restored ? Restored : said.Restored,
        };

    /// <summary>The check-in it was made from.</summary>
    public CheckInRequest Said => new(Held, StateHash, BootId, Counter, Rejected) { Trust = Trust, Restored = Restored };

    /// <summary>True when more than the time of the check-in differs.</summary>
    public bool Tells(Presence earlier) =>
        BootId != earlier.BootId
        || Held != earlier.Held
        || StateHash != earlier.StateHash
        || Rejected != earlier.Rejected
        || Restored != earlier.Restored
        || Trust != earlier.Trust;
}
