using System.Diagnostics;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Enrolment.Keys;
using IwTune.Server.Features.Exceptions;
using IwTune.Server.Features.Reports;

namespace IwTune.Server.Features.Hosts;

/// <summary>A member of the fleet in memory: enough to answer a check-in without the database.</summary>
public sealed class FleetHost(HostIdentity identity, HostCredential credential)
{
    private readonly Lock _gate = new();
    private volatile HostIdentity _identity = identity;
    private volatile Presence _presence = Presence.Never;
    private volatile string _rekeyReason = "";
    private volatile HostCredential _credential = credential;
    private volatile SharedIdentity? _shared;
    private volatile JudgedHost? _judged;
    private long _standsOut,
        _listenedSince,
        _reported,
        _issued;
    private bool _reportUntold;
    private (object Content, HostIdentity Identity, Requirement Requirement)? _cached;
    private long _movesPaidUntil;
    private (ExceptionSet Set, HostIdentity Identity, IReadOnlyList<GrantedException> Theirs)? _excepted;

    public string Id => _identity.Id;

    public HostIdentity Identity
    {
        get => _identity;
        set => _identity = value;
    }

    public Presence Presence
    {
        get => _presence;
        set => _presence = value;
    }

    /// <summary>The presence that was last sent to other servers.</summary>
    public Presence? PresenceTold { get; set; }

    /// <summary>Reports were accepted here, and the judging server has not been notified.</summary>
    public bool ReportUntold
    {
        get => Volatile.Read(ref _reportUntold);
        set => Volatile.Write(ref _reportUntold, value);
    }

    /// <summary>Why the host must enrol again; empty while its secret is good.</summary>
    public string RekeyReason
    {
        get => _rekeyReason;
        set => _rekeyReason = value;
    }

    /// <summary>The last call of the host that was traced.</summary>
    public ActivityContext LatestSpan { get; set; }

    /// <summary>Bundles the host refused.</summary>
    public Withheld Withheld { get; } = new();

    /// <summary>What the verdict in force was judged by.</summary>
    public Basis? JudgedBy => _judged?.By;

    /// <summary>The latest judgement; <see langword="null"/> when the host has not been judged since the server began.</summary>
    public JudgedHost? Judged
    {
        get => _judged;
        set => _judged = value;
    }

    /// <summary>Since when the server has listened to this host without a break, unix milliseconds; 0 for always.</summary>
    public long ListenedSince
    {
        get => Interlocked.Read(ref _listenedSince);
        set => Interlocked.Exchange(ref _listenedSince, value);
    }

    /// <summary>True when its verdict is Stale or NeverSeen, unless an exception covers it.</summary>
    public bool IsSilent(long now, TimeSpan staleAfter) =>
        Presence is var last && (last.SeenAt == 0 || last.IsStale(ListenedSince, now, staleAfter));

    /// <summary>The lists of hosts that stand out that it is in: a bit for each <see cref="Shared.Fleet.Hosts.StandingKind"/>.</summary>
    public long StandsOut
    {
        get => Volatile.Read(ref _standsOut);
        set => Volatile.Write(ref _standsOut, value);
    }

    /// <summary>What it proves itself with.</summary>
    public HostCredential Credential
    {
        get => _credential;
        set => _credential = value;
    }

    /// <summary>Proofs of its key that were taken lately.</summary>
    public SpentProofs Proofs { get; } = new();

    /// <summary>Two machines have this identity, and no decision was made yet; <see langword="null"/> for one machine.</summary>
    public SharedIdentity? Shared
    {
        get => _shared;
        set => _shared = value;
    }

    /// <summary>The runs of its agent; used within <see cref="Update"/> alone.</summary>
    public Lineage Lineage { get; } = new();

    /// <summary>Number of the last report line the store has, as far as this server knows; the store may know more.</summary>
    public long Reported
    {
        get => Interlocked.Read(ref _reported);
        set => Interlocked.Exchange(ref _reported, value);
    }

    /// <summary>The highest sequence that this store gave it, as far as this server knows.</summary>
    public long Issued
    {
        get => Interlocked.Read(ref _issued);
        set => Interlocked.Exchange(ref _issued, value);
    }

    /// <summary>The announcement of keys that it was sent last, and when.</summary>
    public (long Number, DateTimeOffset At) KeysSent { get; set; }

    /// <summary>
    /// Whether the host has a move left: <see cref="Moves.Burst"/> at once, and one more each <see cref="Moves.Refill"/>. A host that
    /// reports other facts again and again costs every server of the store no more than that.
    /// </summary>
    public bool MayMove(long now) => Paid(now) - now <= Moves.Burst * Moves.Refill.TotalMilliseconds;

    /// <summary>It was moved.</summary>
    public void CountMove(long now) => Interlocked.Exchange(ref _movesPaidUntil, Paid(now));

    private long Paid(long now) => Math.Max(Interlocked.Read(ref _movesPaidUntil), now) + (long)Moves.Refill.TotalMilliseconds;

    /// <summary>What the set requires of this host; computed once for each content of sets and identity.</summary>
    public Requirement Required(RequirementSet set)
    {
        lock (_gate)
        {
            var of = _identity;
            if (_cached is { } known && ReferenceEquals(known.Content, set.Content) && ReferenceEquals(known.Identity, of))
                return known.Requirement;
            var requirement = set.For(of);
            _cached = (set.Content, of, requirement);
            return requirement;
        }
    }

    /// <summary>The exceptions of a set that are for this host; found once for each set and identity.</summary>
    public IReadOnlyList<GrantedException> Excepted(ExceptionSet set)
    {
        lock (_gate)
        {
            var of = _identity;
            if (_excepted is { } known && ReferenceEquals(known.Set, set) && ReferenceEquals(known.Identity, of))
                return known.Theirs;
            var theirs = set.For(of);
            _excepted = (set, of, theirs);
            return theirs;
        }
    }

    /// <summary>Changes the presence by what it is now; two check-ins of one host are taken one after the other.</summary>
    public T Update<T>(Func<Presence, (Presence Next, T Result)> change)
    {
        lock (_gate)
        {
            var (next, result) = change(_presence);
            _presence = next;
            return result;
        }
    }
}
