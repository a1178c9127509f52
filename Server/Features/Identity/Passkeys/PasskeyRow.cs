using System.Buffers.Text;
using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Identity;

namespace IwTune.Server.Features.Identity.Passkeys;

/// <summary>A stored passkey: its public half, and the state of its last use.</summary>
internal sealed class PasskeyRow
{
    /// <summary>The credential's own, base64url.</summary>
    public string Id { get; init; } = "";

    /// <summary>Whose.</summary>
    public string Name { get; init; } = "";

    /// <summary>What the authenticator calls the person.</summary>
    public string Handle { get; init; } = "";

    public string Title { get; init; } = "";

    /// <summary>JSON of <see cref="PasskeyData"/>.</summary>
    public string Passkey { get; init; } = "";

    public long CreatedAt { get; init; }
    public long? UsedAt { get; init; }

    public static string IdOf(ReadOnlySpan<byte> credential) => Base64Url.EncodeToString(credential);

    public static string Write(UserPasskeyInfo key) =>
        JsonSerializer.Serialize(
            new(key.PublicKey, key.SignCount, key.Transports ?? [], key.IsUserVerified, key.IsBackupEligible, key.IsBackedUp),
            PasskeyJson.Default.PasskeyData
        );

    /// <summary>In the framework's form; the attestation is not stored, since none is requested.</summary>
    public UserPasskeyInfo Read()
    {
        var data = JsonSerializer.Deserialize(Passkey, PasskeyJson.Default.PasskeyData)!;
        return new(
            Base64Url.DecodeFromChars(Id),
            data.PublicKey,
            Clock.At(CreatedAt),
            data.SignCount,
            [.. data.Transports],
            data.Verified,
            data.MayBeCopied,
            data.Copied,
            [],
            []
        )
        {
            Name = Title,
        };
    }

    public PasskeySummary Summary() => new(Id, Title, Clock.At(CreatedAt), UsedAt is { } used ? Clock.At(used) : null);
}
