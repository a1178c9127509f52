using System.Collections.Concurrent;
using System.Security.Cryptography;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Keys;

/// <summary>A key that bundles are signed with.</summary>
/// <param name="key">Both halves.</param>
/// <param name="since">As in <see cref="KeyRow.Since"/>.</param>
/// <param name="revoked">Hosts must not trust it any more; it signs only for hosts that have not received the revocation.</param>
internal sealed class SigningPair(ECDsa key, long since, bool revoked) : IDisposable
{
    // An instance does one thing at a time, and after a publication every processor signs: each has a copy meanwhile.
    private readonly ConcurrentBag<ECDsa> _idle = [];
    private readonly Lock _gate = new();
    private volatile bool _alone;

    /// <summary>The public half.</summary>
    public SigningKey Public { get; } = SigningKeys.From(key);

    public long Since => since;

    public bool Revoked => revoked;

    /// <inheritdoc cref="DigestSigner"/>
    public int Sign(ReadOnlySpan<byte> digest, Span<byte> signature)
    {
        if (Copy() is not { } copy)
        {
            lock (_gate)
                return EnvelopeSigner.Sign(key, digest, signature);
        }
        try
        {
            return EnvelopeSigner.Sign(copy, digest, signature);
        }
        finally
        {
            _idle.Add(copy);
        }
    }

    /// <summary>Nothing is signed with it afterwards.</summary>
    public void Dispose()
    {
        _alone = true;
        key.Dispose();
        while (_idle.TryTake(out var copy))
            copy.Dispose();
    }

    /// <summary>A copy that is idle or new; <see langword="null"/> when there can be none, as of a key in a token.</summary>
    private ECDsa? Copy()
    {
        if (_alone)
            return null;
        if (_idle.TryTake(out var idle))
            return idle;
        var halves = default(ECParameters);
        try
        {
            lock (_gate)
                halves = key.ExportParameters(includePrivateParameters: true);
            return ECDsa.Create(halves);
        }
        catch (CryptographicException)
        {
            _alone = true;
            return null;
        }
        finally
        {
            CryptographicOperations.ZeroMemory(halves.D);
        }
    }
}
