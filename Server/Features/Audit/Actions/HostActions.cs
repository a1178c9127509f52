using IwTune.Server.Features.Webhooks.Events;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Hosts: how they join, prove themselves and leave.</summary>
internal static class HostActions
{
    public static readonly EventType
        Enrol = Of("host.enrol", "A host joined the fleet"),
        Ask = Of("host.ask", "A host asks to join and waits for approval"),
        Approve = Of("host.approve", "A waiting host was approved"),
        Refuse = Of("host.refuse", "A waiting host was refused"),
        Retire = Of("host.retire", "A host left the fleet"),
        Label = Of("host.label", "The labels of a host were changed"),
        AskForSecret = Of("host.rotate", "Hosts were asked to replace their secrets"),
        ReplaceSecret = Of("host.secret", "A host replaced its secret"),
        RegisterKey = Of("host.key", "A host registered a host key"),
        RefuseProof = Of("host.proof", "A call with the secret of a host was refused because its proof of the host key was missing or wrong", severity: 8),
        GoBack = Of("host.back", "A host went back to an earlier state, as after a restored snapshot"),
        Clone = Of("host.clone", "Two machines use the identity of one host", severity: 8),
        Adopt = Of("host.adopt", "A quarantined copy may become a host of its own"),
        Swap = Of("host.rekey", "The quarantined machine keeps the identity, and the other one is quarantined"),
        EndClone = Of("host.clone.end", "The case of a quarantined machine was closed");

    public static IReadOnlyList<EventType> All { get; } = [Enrol, Ask, Approve, Refuse, Retire, Label, AskForSecret, ReplaceSecret, RegisterKey, RefuseProof, GoBack, Clone, Adopt, Swap, EndClone];

    private static EventType Of(string name, string meaning, int severity = 3) => new(name, WebhookKinds.Host, severity, meaning);
}
