using System.Text.Json;

namespace IwTune.Shared.Fleet.Audit;

/// <summary>Reads checkpoints of the audit log.</summary>
public static class CheckpointText
{
    /// <summary>The checkpoint in a payload; <see langword="null"/> when there is none.</summary>
    /// <param name="payload">Of a verified envelope.</param>
    public static AuditCheckpoint? Read(ReadOnlySpan<byte> payload)
    {
        try
        {
            return JsonSerializer.Deserialize(payload, AuditJson.Default.AuditCheckpoint) is { Head: not null, Previous: not null } read
                ? read
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
