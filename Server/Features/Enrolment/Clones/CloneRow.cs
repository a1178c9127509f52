using IwTune.Server.Features.CheckIns;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Enrolment;

namespace IwTune.Server.Features.Enrolment.Clones;

/// <summary>A stored case.</summary>
internal sealed class CloneRow
{
    public string Id { get; init; } = "";
    public string HostId { get; init; } = "";
    public long FoundAt { get; init; }
    public CloneState State { get; init; }
    public string Reason { get; init; } = "";
    public string OlderRun { get; init; } = "";
    public string OlderBoot { get; init; } = "";
    public string OlderAddress { get; init; } = "";
    public long? OlderSeen { get; init; }
    public string YoungerRun { get; init; } = "";
    public string YoungerBoot { get; init; } = "";
    public string YoungerAddress { get; init; } = "";
    public long? YoungerSeen { get; init; }
    public string SharedHash { get; init; } = "";
    public string? NewHostId { get; init; }
    public string DecidedBy { get; init; } = "";
    public string Name { get; init; } = "";

    /// <summary>As the gate needs it: while no decision was made, and while the copy has not taken its own identity.</summary>
    public SharedIdentity? InForce =>
        State switch
        {
            CloneState.Open => new(Id, YoungerRun, OlderRun, FoundAt, Reason, Adopted: false),
            CloneState.Adopted => new(Id, YoungerRun, OlderRun, FoundAt, Reason, Adopted: true),
            CloneState.Swapped => new(Id, OlderRun, YoungerRun, FoundAt, Reason, Adopted: false),
            _ => null,
        };

    public CloneCase Case(NonMembers strangers) =>
        new(
            Id,
            HostId,
            Name,
            Clock.At(FoundAt),
            State,
            Reason,
            new(OlderBoot, OlderAddress, Clock.At(OlderSeen)),
            new(YoungerBoot, YoungerAddress, Clock.At(YoungerSeen)),
            Clock.At(strangers.LastCall(HostId)),
            NewHostId,
            DecidedBy.Length > 0 ? DecidedBy : null
        );
}
