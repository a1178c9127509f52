using IwTune.Server.Features.Agents.Releases;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Exceptions;
using IwTune.Server.Features.Hosts;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance;

/// <summary>The latest judgement of a host, as far as it decides when the next is due.</summary>
/// <param name="By">What it was judged by.</param>
/// <param name="At">When, unix milliseconds.</param>
/// <param name="TurnsAt">When time alone may change it, staleness left aside; <see cref="long.MaxValue"/> for never.</param>
/// <param name="Controls">The results of the controls.</param>
public sealed record JudgedHost(Basis By, long At, long TurnsAt, ControlResults Controls)
{
    /// <summary>The input that was compared when nothing was due; replaced as a whole.</summary>
    internal Unchanged? Compared { get; set; }

    /// <summary>
    /// Whether lines of a report say something else than the results that rest on measurements. Every other result changes with a state
    /// alone; judging with each measurement would be most of the server's work.
    /// </summary>
    internal bool IsContradictedBy(IEnumerable<ReportLine> lines)
    {
        var (effective, monitored) = (Controls.Find(BuiltInControls.Effective), Controls.Find(BuiltInControls.Monitored));
        return lines.Any(line =>
            line.Evidence switch
            {
                { Passive.Profile: not null } => monitored is ControlResult.Fail or ControlResult.NotChecked,
                { Conclusive: true, EffectiveSegments: { } segments, ConfiguredCwnd: { } configured } => effective switch
                {
                    ControlResult.Pass => segments != configured,
                    ControlResult.Fail => segments == configured,
                    ControlResult.NotChecked => true,
                    _ => false,
                },
                _ => false,
            }
        );
    }
}

/// <summary>Everything a basis is made of: while these are the very same objects, only time can change it.</summary>
internal sealed class Unchanged(
    RequirementSet requirements,
    ExceptionSet exceptions,
    ReleaseSet releases,
    HostIdentity identity,
    Presence presence,
    long listenedSince,
    long sureUntil
)
{
    /// <summary>True while nothing was touched, and before time alone may make a difference.</summary>
    public bool Holds(RequirementSet set, ExceptionSet excepted, ReleaseSet released, FleetHost host, long now) =>
        now < sureUntil
        && ReferenceEquals(requirements.Content, set.Content)
        && ReferenceEquals(exceptions, excepted)
        && ReferenceEquals(releases, released)
        && ReferenceEquals(identity, host.Identity)
        && ReferenceEquals(presence, host.Presence)
        && listenedSince == host.ListenedSince;
}
