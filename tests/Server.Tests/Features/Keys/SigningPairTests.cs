using System.Security.Cryptography;
using System.Text.Json;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Keys;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Tests.Features.Keys;

/// <summary>After a publication every processor signs, with the same keys.</summary>
public sealed class SigningPairTests
{
    private const int Bundles = 2000;

    [Fact]
    public void What_is_signed_at_the_same_time_is_each_signed_rightly() => SignTogether(ECDsa.Create(ECCurve.NamedCurves.nistP256));

    [Fact]
    public void A_key_that_cannot_be_copied_signs_one_thing_after_the_other()
    {
        var key = new UncopiedKey();
        SignTogether(key);
        Assert.Equal(1, key.MostAtOnce);
    }

    private static void SignTogether(ECDsa key)
    {
        using var pair = new SigningPair(key, since: 1, revoked: false);
        using var other = new SigningPair(ECDsa.Create(ECCurve.NamedCurves.nistP256), since: 2, revoked: false);
        Parallel.For(
            0,
            Bundles,
            i =>
            {
                using var sheet = new BundleSheet();
                var payload = new byte[i % 64];
                Random.Shared.NextBytes(payload);
                EnvelopeSigner.Write(
                    sheet.Begin(sheet.Envelope),
                    payload,
                    Envelope.BundleType,
                    [(pair.Sign, pair.Public.KeyId), (other.Sign, other.Public.KeyId)]
                );
                var envelope = JsonSerializer.Deserialize(sheet.Envelope.WrittenSpan, WireJson.Default.Envelope)!;
                foreach (var trusted in (SigningPair[])[pair, other])
                {
                    var check = EnvelopeVerifier.Verify(envelope, Envelope.BundleType, [trusted.Public]);
                    Assert.Equal(payload, Assert.IsType<EnvelopeCheck.Genuine>(check).Payload.ToArray());
                }
            }
        );
    }

    /// <summary>As in a token: the private half cannot be had.</summary>
    private sealed class UncopiedKey : ECDsa
    {
        private readonly ECDsa _inner = Create(ECCurve.NamedCurves.nistP256);
        private int _now;

        public int MostAtOnce { get; private set; }

        public override byte[] SignHash(byte[] hash)
        {
            MostAtOnce = Math.Max(MostAtOnce, Interlocked.Increment(ref _now));
            try
            {
                return _inner.SignHash(hash);
            }
            finally
            {
                Interlocked.Decrement(ref _now);
            }
        }

        public override bool VerifyHash(byte[] hash, byte[] signature) => _inner.VerifyHash(hash, signature);

        public override ECParameters ExportParameters(bool includePrivateParameters) =>
            includePrivateParameters ? throw new CryptographicException("it stays here") : _inner.ExportParameters(false);

        protected override void Dispose(bool disposing)
        {
            if (disposing)
                _inner.Dispose();
            base.Dispose(disposing);
        }
    }
}
