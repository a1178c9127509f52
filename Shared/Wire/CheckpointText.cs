using System.Text.Json;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit.Checkpoints;

internal static class CheckpointText
{
    /// <summary>The checkpoint in a payload; <see langword="null"/> when there is none.</summary>
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
