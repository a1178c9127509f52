using System.Text.Json.Serialization;

namespace IwTune.Agent.Engine;

/// <summary>An armed dead-man timer: these steps are undone unless they are confirmed in time.</summary>
/// <param name="Transaction">The journal's transaction.</param>
/// <param name="Digest">Digest of the bundle's content.</param>
/// <param name="Policy">The policy's name, for people.</param>
/// <param name="Revision">Its revision.</param>
/// <param name="Armed">When it was armed, before the first step.</param>
/// <param name="Deadline">When the before-images are restored.</param>
/// <param name="Verified">True when every step was read back; until then contact with the server does not confirm.</param>
public sealed record PendingConfirm(
    long Transaction,
    string Digest,
    string? Policy,
    int? Revision,
    DateTimeOffset Armed,
    DateTimeOffset Deadline,
    bool Verified = false
)
{
    /// <summary>The time there was to confirm: what a process may count itself, when the clock cannot be trusted.</summary>
    [JsonIgnore]
    public TimeSpan Within => Deadline - Armed;
}
