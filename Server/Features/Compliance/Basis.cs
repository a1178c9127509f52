using IwTune.Server.Features.Agents.Releases;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance;

/// <summary>What a verdict was judged by. While it is the same, the verdict is.</summary>
/// <param name="RequiredDigest">Digest of what the host must have.</param>
/// <param name="Heard">Whether the host has ever checked in.</param>
/// <param name="Stale">Whether it has been silent for too long.</param>
/// <param name="Held">Digest of what the host says it has.</param>
/// <param name="StateHash">Hash of the state the host says it has.</param>
/// <param name="Rejected">Digest the host refused.</param>
/// <param name="Restored">When and why it restored that.</param>
/// <param name="Hold">Id of the server's hold; <see langword="null"/> for none.</param>
/// <param name="Lacks">What the host would get without it.</param>
/// <param name="Exception">
/// Mark of the exception that the verdict names, in force or ended a short while ago; <see langword="null"/> for none.
/// </param>
/// <param name="Agent">The host's agent against the newest one.</param>
public sealed record Basis(
    string RequiredDigest,
    bool Heard,
    bool Stale,
    string? Held,
    string StateHash,
    string? Rejected,
    RestoredBundle? Restored,
    string? Hold,
    string Lacks,
    string? Exception,
    AgentAge Agent
)
{
    /// <param name="required">What the host must have.</param>
    /// <param name="presence">What its latest check-in said.</param>
    /// <param name="listenedSince">Since when the server listens without a break, unix milliseconds.</param>
    /// <param name="now">Unix milliseconds.</param>
    /// <param name="staleAfter">How long a host may be silent.</param>
    /// <param name="exception">Mark of its exception.</param>
    /// <param name="agent">Its agent against the newest one.</param>
    public static Basis Of(
        Requirement required,
        Presence presence,
        long listenedSince,
        long now,
        TimeSpan staleAfter,
        string? exception,
        AgentAge agent
    ) =>
        new(
            required.Digest,
            presence.SeenAt > 0,
            presence.IsStale(listenedSince, now, staleAfter),
            presence.Held?.Digest,
            presence.StateHash,
            presence.Rejected,
            presence.Restored,
            required.Pin?.Id,
            required.Lacks,
            exception,
            agent
        );

    /// <summary>True when nothing but time can have changed a verdict between the two.</summary>
    public bool SameBut(Basis? earlier) => earlier is not null && this with { Stale = earlier.Stale } == earlier;
}
