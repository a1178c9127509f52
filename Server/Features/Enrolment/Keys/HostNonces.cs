using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Hosting;

namespace IwTune.Server.Features.Enrolment.Keys;

/// <summary>
/// Nonces for the proofs of hosts (compare RFC 9449 §8): a MAC of a slice of the server's time, so that nothing is kept for each host, no
/// host's clock counts, and servers that share a store take each other's.
/// </summary>
internal sealed class HostNonces(byte[] key, TimeProvider clock)
{
    /// <summary>Slices that are accepted besides the present one: earlier ones, and one ahead for a server whose clock is ahead.</summary>
    public const int Before = 2,
        Ahead = 1;

    private const int NonceBytes = 16;

    public static TimeSpan Slice { get; } = TimeSpan.FromMinutes(2);

    private static readonly byte[] Purpose = "iwtune-server host nonces"u8.ToArray();

    private volatile Made? _made;

    private sealed record Made(long Slice, string Text);

    /// <summary>Derived from the key of the audit log, which every server of a shared store has and which is never rotated.</summary>
    public static HostNonces Load(DataDirectory directory, TimeProvider clock)
    {
        using (AuditKey.Load(directory)) { }
        var secret = Encoding.UTF8.GetBytes(directory.ReadKey(AuditKey.FileName)!.Trim());
        return new(HKDF.DeriveKey(HashAlgorithmName.SHA256, secret, SHA256.HashSizeInBytes, info: Purpose), clock);
    }

    /// <summary>The slice of time now.</summary>
    public long Now => clock.GetUtcNow().ToUnixTimeSeconds() / (long)Slice.TotalSeconds;

    /// <summary>The nonce to give now.</summary>
    public string Give()
    {
        var now = Now;
        if (_made is not { } made || made.Slice != now)
            _made = made = new(now, Of(now));
        return made.Text;
    }

    /// <summary>The slice that a nonce is of; <see langword="null"/> when it is not of these minutes.</summary>
    public long? SliceOf(string nonce)
    {
        var now = Now;
        if (nonce == Give())
            return now;
        for (var slice = now - Before; slice <= now + Ahead; slice++)
            if (CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(nonce), Encoding.UTF8.GetBytes(Of(slice))))
                return slice;
        return null;
    }

    private string Of(long slice) =>
        Convert.ToBase64String(
            HMACSHA256.HashData(key, Encoding.UTF8.GetBytes(slice.ToString(CultureInfo.InvariantCulture))).AsSpan(0, NonceBytes)
        );
}
