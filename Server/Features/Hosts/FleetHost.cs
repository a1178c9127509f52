using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;

namespace IwTune.Server.Features.Hosts;

/// <summary>A member of the fleet in memory: enough to answer a check-in without the database.</summary>
public sealed class FleetHost(HostIdentity identity, byte[] secretHash)
{
    private readonly Lock gate = new();
    private volatile HostIdentity identity = identity;
    private volatile Presence presence = Presence.Never;
    private volatile string rekeyReason = "";
    private volatile Basis? judgedBy;
    private (RequirementSet Set, HostIdentity Identity, Requirement Requirement)? cached;

    public string Id => identity.Id;

    public HostIdentity Identity
    {
        get => identity;
        set => identity = value;
    }

    public Presence Presence
    {
        get => presence;
        set => presence = value;
    }

    /// <summary>Why the host must enrol again; empty while its secret is good.</summary>
    public string RekeyReason
    {
        get => rekeyReason;
        set => rekeyReason = value;
    }

    /// <summary>Bundles the host refused.</summary>
    public Withheld Withheld { get; } = new();

    /// <summary>What the verdict in force was judged by.</summary>
    public Basis? JudgedBy
    {
        get => judgedBy;
        set => judgedBy = value;
    }

    public ReadOnlySpan<byte> SecretHash => secretHash;

    /// <summary>What the set requires of this host; computed once for each set and identity.</summary>
    public Requirement Required(RequirementSet set)
    {
        lock (gate)
        {
            var of = identity;
            if (cached is { } known && ReferenceEquals(known.Set, set) && ReferenceEquals(known.Identity, of))
                return known.Requirement;
            var requirement = set.For(of);
            cached = (set, of, requirement);
            return requirement;
        }
    }

    /// <summary>Changes the presence by what it is now; two check-ins of one host are taken one after the other.</summary>
    public T Update<T>(Func<Presence, (Presence Next, T Result)> change)
    {
        lock (gate)
        {
            var (next, result) = change(presence);
            presence = next;
            return result;
        }
    }
}
