using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Bundles;

/// <summary>What a policy requires of hosts now.</summary>
/// <param name="Released">What hosts outside of a rollout must have; <see langword="null"/> when no revision is current.</param>
/// <param name="Rollout">The rollout in force; <see langword="null"/> for none.</param>
public sealed record PublishedPolicy(PublishedContent? Released, RolloutInForce? Rollout)
{
    /// <summary>What this host must have; <see langword="null"/> when the policy requires nothing of it yet.</summary>
    public PublishedContent? For(string hostId) => Rollout is { } rollout && rollout.Admitted.Contains(hostId) ? rollout.Target : Released;
}

/// <summary>The content of a revision, with its digest.</summary>
public sealed record PublishedContent(BundleContent Content, string Digest);

/// <summary>A rollout that decides what some hosts must have.</summary>
/// <param name="Id">UUIDv7, text.</param>
/// <param name="Target">What they must have.</param>
/// <param name="Admitted">Hosts whose turn has come.</param>
public sealed record RolloutInForce(string Id, PublishedContent Target, IReadOnlySet<string> Admitted);
