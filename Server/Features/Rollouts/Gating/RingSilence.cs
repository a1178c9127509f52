using IwTune.Shared.Statistics;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// The silence of a ring beside that of other hosts of the plan. A network that fails silences hosts with and without the revision: a
/// ring's silence shows harm only as far as it exceeds theirs in the same time, and chance.
/// </summary>
/// <param name="Ring">Hosts of the ring that were heard shortly before it began, or since.</param>
/// <param name="Others">The control group in the same time; in the last ring, which leaves none, the hosts of earlier rings.</param>
/// <param name="Earlier">Whether the others are the hosts of earlier rings.</param>
/// <param name="Open">
/// Hosts of the ring that were cut off and are not compared yet: hosts that fell silent with them are found silent one check-in later.
/// </param>
/// <param name="Before">
/// Hosts of the ring that were cut off before it began, when the revision did not reach them, or in a time in which this server
/// could not hear others.
/// </param>
/// <param name="Waits">Whether there are others that were not heard since the server started, and have time to return.</param>
public sealed record RingSilence(
    SilentHosts Ring,
    SilentHosts Others,
    bool Earlier = false,
    int Open = 0,
    int Before = 0,
    bool Waits = false
)
{
    /// <summary>Those of <see cref="Before"/> that were cut off once, for less time than others need to miss a check-in.</summary>
    public int Brief { get; init; }

    /// <summary>Others that were silent in the same time, and have been back for longer than hosts return from one outage.</summary>
    public int Over { get; init; }

    /// <summary>For how long hosts return from one outage.</summary>
    public TimeSpan Return { get; init; }

    /// <summary>
    /// So many silent hosts of the ring are explained by whatever silenced the others: more have at most this probability if the revision
    /// has no effect. None while no other host was silent; then the bounds of the rules apply as they are.
    /// </summary>
    public int Explained(double alpha) =>
        Others.Silent == 0 ? 0 : Hypergeometric.Highest(Ring.Silent + Others.Silent, Ring.All, Ring.All + Others.All, alpha);

    /// <summary>How many of the hosts of the ring that were cut off count against the revision.</summary>
    public int Shown(int cut, double alpha) => Math.Min(Math.Max(0, cut - Open - Before), Math.Max(0, Ring.Silent - Explained(alpha)));
}
