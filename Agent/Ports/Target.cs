using System.Net;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Ports;

/// <summary>The thing on a host that is set: on Linux a route, on Windows a TCP template.</summary>
public sealed record Target
{
    /// <summary>The table that ordinary lookups use.</summary>
    public const string Main = TargetPlace.Main;

    /// <summary>The noun of what a routing table holds.</summary>
    public const string Route = "route";

    /// <summary>Stable over reboots and unique on the host: <c>ipv4 main default via 192.0.2.1 dev eth0 metric 100</c>.</summary>
    public required string Id { get; init; }

    /// <summary>Its name on this system, in the singular: <c>route</c>, <c>template</c>, <c>filter</c>, <c>container</c>.</summary>
    public string Noun { get; init; } = Route;

    /// <summary>What it reaches; 0.0.0.0/0 or ::/0 for a default route.</summary>
    public required IPNetwork Destination { get; init; }

    /// <summary>The interface it leaves by; <see langword="null"/> when there are several or none.</summary>
    public string? Interface { get; init; }

    /// <summary>Who made it: <c>kernel</c>, <c>boot</c>, <c>static</c>, <c>dhcp</c>, <c>ra</c>, <c>bird</c>, …</summary>
    public required string Owner { get; init; }

    /// <summary>How it would be set, and why that way.</summary>
    public required Strategy Strategy { get; init; }

    /// <summary>
    /// The window that new connections over it get, as read: that of a shadow or a program of ours where one stands before it.
    /// </summary>
    public required Window Current { get; init; }

    /// <summary>
    /// The window that the owner's own route has, where something of ours stands before it; <see langword="null"/> when nothing does.
    /// </summary>
    public Window? OwnersWindow { get; init; }

    /// <summary>What it would have without us, unless its own window is ours: what a before-image records.</summary>
    public Window Underneath => OwnersWindow ?? Current;

    /// <summary>The table it is in: <c>main</c>, <c>local</c>, or a number. A host without tables has <c>main</c> alone.</summary>
    public string Table { get; init; } = Main;

    /// <summary>
    /// The container or pod whose connections it is, whatever their destination; <see langword="null"/> for a route or a template.
    /// </summary>
    public ContainerFacts? Container { get; init; }

    /// <summary>True when it is in the table that ordinary lookups use; only a table scope covers the others.</summary>
    public bool InMainTable => Table == Main;

    /// <summary>The system's own bytes of it, exactly as read; what a before-image is made of.</summary>
    public required ReadOnlyMemory<byte> Raw { get; init; }

    /// <summary>
    /// The last author of a change, other than us, while it was watched; <see langword="null"/> when there was no change, or nothing
    /// watches.
    /// </summary>
    public Attribution? ChangedBy { get; init; }

    /// <summary>
    /// The before-image the journal holds; <see langword="null"/> when the agent has not changed this target, or when it
    /// <see cref="IsReplaced"/>.
    /// </summary>
    public BeforeImage? Original { get; init; }

    /// <summary>
    /// What the agent gave the target of this name last and which way; <see langword="null"/> when it has not changed it.
    /// </summary>
    public Setting? LastSet { get; init; }

    /// <summary>True when the target has the window that the agent gave it last: no other program has changed it since.</summary>
    public bool AsLastSet => LastSet?.Window == Current;

    /// <summary>
    /// True when the agent's target is gone and another program's has its name, with nothing of the agent in it: there is nothing to
    /// restore.
    /// </summary>
    public bool IsReplaced => Original is null && LastSet is not null;

    /// <summary>True for a target that a step would create; such a target is never read, only resolved.</summary>
    public bool IsNew { get; init; }

    /// <summary>
    /// False for a template that gives no connection its window as the host is configured now; only an override covers it.
    /// </summary>
    public bool InUse { get; init; } = true;

    /// <summary>
    /// Why it is left alone unless a person overrides it, as a sentence; <see langword="null"/> when nothing prevents setting it.
    /// </summary>
    public string? OnlyByOverride { get; init; }

    /// <summary>
    /// For a target that has no window of its own and gets that of another object: the object by which a step must give it one, as the
    /// resolver chose; <see langword="null"/> to leave that unchanged.
    /// </summary>
    public string? Through { get; init; }

    /// <summary>True for what serves every destination without a more specific target: 0.0.0.0/0 and ::/0.</summary>
    public bool IsDefault => Place.IsDefault;

    /// <summary>What scopes compare it by.</summary>
    public TargetPlace Place => new(Table, Destination, Interface, InUse) { Container = Container };
}
