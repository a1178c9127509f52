using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.Compliance;

/// <summary>What a verdict was judged by. While it is the same, the verdict is.</summary>
/// <param name="RequiredDigest">Digest of what the host must have.</param>
/// <param name="Heard">Whether the host has ever checked in.</param>
/// <param name="Stale">Whether it has been silent for too long.</param>
/// <param name="Held">Digest of what the host says it has.</param>
/// <param name="StateHash">Hash of the state the host says it has.</param>
/// <param name="Rejected">Digest the host refused.</param>
/// <param name="Hold">Id of the server's hold; <see langword="null"/> for none.</param>
/// <param name="Lacks">What the host would get without it.</param>
public sealed record Basis(string RequiredDigest, bool Heard, bool Stale, string? Held, string StateHash, string? Rejected, string? Hold, string Lacks)
{
    public static Basis Of(Requirement required, Presence presence, long now, TimeSpan staleAfter) => new(
        required.Digest,
        presence.SeenAt > 0,
        now - presence.SeenAt > staleAfter.TotalMilliseconds,
        presence.Held?.Digest,
        presence.StateHash,
        presence.Rejected,
        required.Pin?.Id,
        required.Lacks);
}
