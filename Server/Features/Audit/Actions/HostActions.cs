using IwTune.Server.Features.Webhooks.Events;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Hosts: how they enrol, authenticate and leave.</summary>
internal static class HostActions
{
    public static readonly EventType Enrol = EventType.Host("host.enrol", "A host enrolled"),
        Ask = EventType.Host("host.ask", "A host asks to enrol and waits for approval"),
        Approve = EventType.Host("host.approve", "A waiting host was approved"),
        Refuse = EventType.Host("host.refuse", "A waiting host was refused"),
        Retire = EventType.Host("host.retire", "A host left the fleet"),
        Label = EventType.Host("host.label", "The labels of a host were changed"),
        AskForSecret = EventType.Host("host.rotate", "Hosts were asked to replace their secrets"),
        ReplaceSecret = EventType.Host("host.secret", "A host replaced its secret"),
        RegisterKey = EventType.Host("host.key", "A host registered a host key"),
        RefuseProof = EventType.Host(
            "host.proof",
            "A call with the secret of a host was refused because its proof of the host key was missing or wrong",
            severity: 8
        ),
        GoBack = EventType.Host("host.back", "A host went back to an earlier state, as after a restored snapshot"),
        Clone = EventType.Host("host.clone", "Two machines use the identity of one host", severity: 8),
        Adopt = EventType.Host("host.adopt", "A quarantined copy may become a host of its own"),
        Swap = EventType.Host("host.rekey", "The quarantined machine keeps the identity, and the other one is quarantined"),
        EndClone = EventType.Host("host.clone.end", "The case of a quarantined machine was closed");

    public static IReadOnlyList<EventType> All { get; } =
    [
        Enrol,
        Ask,
        Approve,
        Refuse,
        Retire,
        Label,
        AskForSecret,
        ReplaceSecret,
        RegisterKey,
        RefuseProof,
        GoBack,
        Clone,
        Adopt,
        Swap,
        EndClone,
    ];
}
