using System.Text.Json.Serialization;

namespace IwTune.Server.Features.Backups;

/// <summary>What a backup holds; its first entry.</summary>
/// <param name="Format"><see cref="Known"/>.</param>
/// <param name="MadeAt">By the server's clock.</param>
/// <param name="Version">Of the program that made it.</param>
/// <param name="Engine">Of the store it was made of; the backup fits both.</param>
/// <param name="Entries">Of the audit log.</param>
/// <param name="Head">Hash of the last of them.</param>
/// <param name="Sha256">Of the store's file within.</param>
internal sealed record BackupManifest(
    int Format,
    DateTimeOffset MadeAt,
    string Version,
    string Engine,
    long Entries,
    string Head,
    string Sha256
)
{
    public const int Known = 1;
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(BackupManifest))]
internal sealed partial class BackupJson : JsonSerializerContext;
