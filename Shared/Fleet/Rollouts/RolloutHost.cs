namespace IwTune.Shared.Fleet.Rollouts;

/// <summary>How far a host of a rollout is.</summary>
public enum RolloutHostState
{
    /// <summary>Its ring has not begun, or it waits for its turn in it.</summary>
    Waiting,

    /// <summary>The revision is required of it; it has not settled yet.</summary>
    Admitted,

    /// <summary>Has it, verified.</summary>
    Applied,

    /// <summary>A step failed, the host refused or restored the bundle, or verification failed.</summary>
    Failed,

    /// <summary>Not heard of since it was admitted, for too long.</summary>
    Unreachable,

    /// <summary>Does not follow the policy any more, or left the fleet: counts as neither success nor failure.</summary>
    Left,
}

/// <summary>One page of a rollout's hosts, by ring and name.</summary>
/// <param name="Hosts">At most <c>limit</c> of them.</param>
/// <param name="Next">Cursor of the next page (<c>after</c>); <see langword="null"/> on the last.</param>
/// <param name="Matched">Hosts that match the filter.</param>
public sealed record RolloutHostPage(IReadOnlyList<RolloutHost> Hosts, string? Next, int Matched);

/// <summary>A host of a rollout.</summary>
/// <param name="Id">The host.</param>
/// <param name="Name">Its name.</param>
/// <param name="Ring">Its ring, from 1.</param>
/// <param name="State">How far it is.</param>
/// <param name="Reason">Why, as a sentence; empty when the state says all.</param>
/// <param name="Admitted">When the revision was required of it.</param>
/// <param name="Settled">When it had the revision, or failed.</param>
public sealed record RolloutHost(
    string Id,
    string Name,
    int Ring,
    RolloutHostState State,
    string Reason,
    DateTimeOffset? Admitted,
    DateTimeOffset? Settled
);
