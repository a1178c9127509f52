using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Exceptions;
using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.Compliance;

/// <summary>The latest judgement of a host, as far as it decides when the next is due.</summary>
/// <param name="By">What it was judged by.</param>
/// <param name="At">When, unix milliseconds.</param>
/// <param name="TurnsAt">When time alone may change it, staleness left aside; <see cref="long.MaxValue"/> for never.</param>
public sealed record JudgedHost(Basis By, long At, long TurnsAt)
{
    /// <summary>The input that was compared when nothing was due; replaced as a whole.</summary>
    internal Unchanged? Compared { get; set; }
}

/// <summary>Everything a basis is made of: while these are the very same objects, only time can change it.</summary>
internal sealed class Unchanged(
    RequirementSet requirements,
    ExceptionSet exceptions,
    HostIdentity identity,
    Presence presence,
    long listenedSince,
    long sureUntil
)
{
    /// <summary>True while nothing was touched, and before time alone may make a difference.</summary>
    public bool Holds(RequirementSet set, ExceptionSet excepted, FleetHost host, long now) =>
        now < sureUntil
        && ReferenceEquals(requirements.Content, set.Content)
        && ReferenceEquals(exceptions, excepted)
        && ReferenceEquals(identity, host.Identity)
        && ReferenceEquals(presence, host.Presence)
        && listenedSince == host.ListenedSince;
}
