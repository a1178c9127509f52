using System.Security.Cryptography;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit;

/// <summary>
/// Follows the chain entry by entry and checkpoint by checkpoint, from any source. Each call reports what does not fit.
/// </summary>
/// <param name="number">The entry before the first.</param>
/// <param name="hash">Its hash.</param>
internal sealed class ChainCheck(long number, string hash)
{
    private string? _previous = number == 0 ? "" : null;

    /// <summary>The last entry that fits.</summary>
    public long Number { get; private set; } = number;

    public string Hash { get; private set; } = hash;

    /// <summary>Entries that the last checkpoint covers.</summary>
    public long Signed { get; private set; }

    public int Checkpoints { get; private set; }

    public string? Add(AuditEntry entry)
    {
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
    public string? Add(Envelope envelope, SigningKey key)
    {
        if (EnvelopeVerifier.Verify(envelope, AuditCheckpoint.Type, [key]) is not EnvelopeCheck.Genuine genuine)
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
        _previous = Convert.ToHexStringLower(SHA256.HashData(genuine.Payload.Span));
        Signed = made.Entries;
        Checkpoints++;
        return null;
    }
}
