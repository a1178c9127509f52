using System.Security.Cryptography;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Fleet.Audit;

/// <summary>
/// Follows the chain entry by entry and checkpoint by checkpoint, from any source. Each call reports what does not fit.
/// </summary>
/// <param name="number">The entry before the first.</param>
/// <param name="hash">Its hash.</param>
/// <param name="fits">The signature's check; without one .NET's.</param>
public sealed class AuditChainCheck(long number, string hash, SignatureCheck? fits = null)
{
    /// <summary>The action of the entry that the server's restore writes.</summary>
    public const string Restored = "store.restored";

    private string? _previous = number == 0 ? "" : null;

    /// <summary>The last entry that fits.</summary>
    public long Number { get; private set; } = number;

    /// <summary>Its hash.</summary>
    public string Hash { get; private set; } = hash;

    /// <summary>Entries that the last checkpoint covers.</summary>
    public long Signed { get; private set; }

    /// <summary>Checkpoints that fit.</summary>
    public int Checkpoints { get; private set; }

    /// <summary>The next entry.</summary>
    /// <returns>What does not fit; <see langword="null"/> when it fits.</returns>
    public string? Add(AuditEntry entry)
    {
        if (entry.Number <= Number && entry.Action == Restored)
            return $"entry {entry.Number} says that the store was restored from a backup, and entries {entry.Number} to {Number} of before "
                + "are not in it any more; if that was you, keep this copy and let a new one begin";
        if (entry.Number != Number + 1)
            return entry.Number <= Number ? $"entry {entry.Number} comes after entry {Number}"
                : entry.Number == Number + 2 ? $"entry {Number + 1} is missing"
                : $"entries {Number + 1} to {entry.Number - 1} are missing";
        if (entry.Hash != AuditChain.HashOf(Hash, entry))
            return $"entry {entry.Number} is not as it was written";
        (Number, Hash) = (entry.Number, entry.Hash);
        return null;
    }

    /// <summary>A checkpoint, right after the last entry it covers.</summary>
    /// <returns>What does not fit; <see langword="null"/> when it fits.</returns>
    public string? Add(Envelope envelope, SigningKey key)
    {
        if (EnvelopeVerifier.Verify(envelope, AuditCheckpoint.Type, [key], fits) is not EnvelopeCheck.Genuine genuine)
            return $"the checkpoint after entry {Number} was not signed by the audit key {key.KeyId}";
        if (CheckpointText.Read(genuine.Payload.Span) is not { } made)
            return $"the checkpoint after entry {Number} cannot be read";
        if (made.Entries > Number)
            return $"a checkpoint was signed over {made.Entries} entries, and the log ends at {Number}: its end was cut off";
        if (made.Entries != Number || made.Head != Hash)
            return $"the checkpoint after entry {Number} was signed over another log";
        // Where a copy begins in the middle, the first one has a predecessor that is not here.
        if (_previous is not null && made.Previous != _previous)
            return $"a checkpoint before the one after entry {Number} is missing";
        _previous = CanonicalText.Hex(SHA256.HashData(genuine.Payload.Span));
        Signed = made.Entries;
        Checkpoints++;
        return null;
    }

    /// <summary>The result when everything fits.</summary>
    /// <param name="key">The key that signed.</param>
    public AuditVerification Intact(SigningKey key)
    {
        var signed =
            Checkpoints == 0
                ? "none of them signed yet"
                : $"{Signed} of them covered by {Checkpoints} signed {(Checkpoints == 1 ? "checkpoint" : "checkpoints")}";
        return Result(true, key, null, $"{Number} entries, every one as it was written, {signed}; head {Hash}");
    }

    /// <summary>The result when something does not fit.</summary>
    /// <param name="key">The key that signed.</param>
    /// <param name="what">What.</param>
    /// <param name="at">The entry; without one the next.</param>
    public AuditVerification Broken(SigningKey key, string what, long? at = null) =>
        Result(false, key, at ?? Number + 1, $"The audit log was changed outside this server: {what}.");

    private AuditVerification Result(bool intact, SigningKey key, long? at, string text) =>
        new(intact, Number, Hash, at, text)
        {
            Checkpoints = Checkpoints,
            Signed = Signed,
            Key = key.KeyId,
        };
}
