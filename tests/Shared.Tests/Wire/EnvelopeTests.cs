using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Tests.Wire;

public sealed class EnvelopeTests : IDisposable
{
    private static readonly byte[] Payload = Encoding.UTF8.GetBytes("""{"sequence":7}""");
    private readonly ECDsa key = ECDsa.Create(ECCurve.NamedCurves.nistP256);

    public void Dispose() => key.Dispose();

    private EnvelopeCheck Check(Envelope envelope, params SigningKey[] trusted) =>
        EnvelopeVerifier.Verify(envelope, Envelope.BundleType, trusted.Length > 0 ? trusted : [SigningKeys.From(key)]);

    private Envelope Signed() => EnvelopeSigner.Sign(Payload, Envelope.BundleType, key);

    private static EnvelopeFault FaultOf(EnvelopeCheck check)
    {
        var rejected = Assert.IsType<EnvelopeCheck.Rejected>(check);
        Assert.NotEmpty(rejected.Reason);
        return rejected.Fault;
    }

    [Fact]
    public void What_was_signed_comes_back()
    {
        var genuine = Assert.IsType<EnvelopeCheck.Genuine>(Check(Signed()));
        Assert.Equal(Payload, genuine.Payload.ToArray());
        Assert.Equal(SigningKeys.From(key).KeyId, genuine.KeyId);
        Assert.Matches("^[0-9a-f]{64}$", genuine.KeyId);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void What_is_written_at_once_is_read_as_an_envelope(int signers)
    {
        using var other = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var trusted = new[] { SigningKeys.From(key), SigningKeys.From(other) };
        (DigestSigner, string)[] keys =
        [
            ((digest, to) => EnvelopeSigner.Sign(key, digest, to), trusted[0].KeyId),
            ((digest, to) => EnvelopeSigner.Sign(other, digest, to), trusted[1].KeyId),
        ];
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes))
            EnvelopeSigner.Write(json, Payload, Envelope.BundleType, keys[..signers]);
        var read = JsonSerializer.Deserialize(bytes.ToArray(), WireJson.Default.Envelope)!;
        Assert.Equal(EnvelopeSigner.Sign(Payload, Envelope.BundleType, key).Payload, read.Payload);
        Assert.Equal(trusted[..signers].Select(one => one.KeyId), read.Signatures.Select(one => one.KeyId));
        foreach (var one in trusted[..signers])
            Assert.Equal(Payload, Assert.IsType<EnvelopeCheck.Genuine>(Check(read, one)).Payload.ToArray());
    }

    /// <summary>
    /// The test vector of DSSE v1.0, protocol.md: a P-256 key, "hello world", its type and a signature from another implementation.
    /// </summary>
    [Fact]
    public void The_published_test_vector_verifies()
    {
        using var theirs = ECDsa.Create(
            new ECParameters
            {
                Curve = ECCurve.NamedCurves.nistP256,
                Q = new ECPoint
                {
                    X = Decimal("46950820868899156662930047687818585632848591499744589407958293238635476079160"),
                    Y = Decimal("5640078356564379163099075877009565129882514886557779369047442380624545832820"),
                },
            }
        );
        var envelope = new Envelope(
            "http://example.com/HelloWorld",
            "aGVsbG8gd29ybGQ=",
            [new("66301bbf", "A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA==")]
        );
        var genuine = Assert.IsType<EnvelopeCheck.Genuine>(
            EnvelopeVerifier.Verify(envelope, "http://example.com/HelloWorld", [SigningKeys.From(theirs)])
        );
        Assert.Equal("hello world", Encoding.UTF8.GetString(genuine.Payload.Span));

        static byte[] Decimal(string number)
        {
            var bytes = System.Numerics.BigInteger.Parse(number).ToByteArray(isUnsigned: true, isBigEndian: true);
            return [.. new byte[32 - bytes.Length], .. bytes];
        }
    }

    [Fact]
    public void Any_changed_byte_of_the_payload_is_noticed()
    {
        var signed = Signed();
        for (var i = 0; i < Payload.Length; i++)
        {
            var changed = (byte[])Payload.Clone();
            changed[i] ^= 1;
            Assert.Equal(EnvelopeFault.BadSignature, FaultOf(Check(signed with { Payload = Convert.ToBase64String(changed) })));
        }
    }

    [Fact]
    public void A_signature_for_one_type_does_not_serve_another()
    {
        var other = EnvelopeSigner.Sign(Payload, "text/plain", key);
        Assert.Equal(EnvelopeFault.WrongType, FaultOf(Check(other)));
        Assert.Equal(EnvelopeFault.BadSignature, FaultOf(Check(other with { PayloadType = Envelope.BundleType })));
    }

    [Fact]
    public void An_unknown_key_is_rejected_even_when_it_borrows_a_trusted_id()
    {
        using var stranger = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var theirs = EnvelopeSigner.Sign(Payload, Envelope.BundleType, stranger);
        Assert.Equal(EnvelopeFault.UnknownKey, FaultOf(Check(theirs)));
        var borrowed = theirs with { Signatures = [theirs.Signatures[0] with { KeyId = SigningKeys.From(key).KeyId }] };
        Assert.Equal(EnvelopeFault.BadSignature, FaultOf(Check(borrowed)));
        Assert.Equal(EnvelopeFault.UnknownKey, FaultOf(EnvelopeVerifier.Verify(Signed(), Envelope.BundleType, [])));
    }

    [Fact]
    public void A_key_id_is_only_a_hint()
    {
        var signed = Signed();
        Assert.IsType<EnvelopeCheck.Genuine>(Check(signed with { Signatures = [signed.Signatures[0] with { KeyId = "" }] }));
    }

    [Fact]
    public void The_json_has_the_field_names_of_dsse_and_the_one_from_before_is_read()
    {
        var json = JsonSerializer.Serialize(Signed(), WireJson.Default.Envelope);
        using var document = JsonDocument.Parse(json);
        Assert.Equal(["payloadType", "payload", "signatures"], document.RootElement.EnumerateObject().Select(field => field.Name));
        Assert.Equal(["keyid", "sig"], document.RootElement.GetProperty("signatures")[0].EnumerateObject().Select(field => field.Name));
        foreach (var text in (string[])[json, json.Replace("\"keyid\"", "\"keyId\"", StringComparison.Ordinal)])
            Assert.IsType<EnvelopeCheck.Genuine>(Check(JsonSerializer.Deserialize(text, WireJson.Default.Envelope)!));
    }

    [Fact]
    public void While_keys_change_one_good_signature_is_enough()
    {
        using var old = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var both = Signed() with
        {
            Signatures = [.. EnvelopeSigner.Sign(Payload, Envelope.BundleType, old).Signatures, .. Signed().Signatures],
        };
        Assert.IsType<EnvelopeCheck.Genuine>(Check(both));
        Assert.IsType<EnvelopeCheck.Genuine>(Check(both, SigningKeys.From(old)));
    }

    [Fact]
    public void Broken_parts_are_named()
    {
        var signed = Signed();
        var signature = signed.Signatures[0];
        Assert.Equal(EnvelopeFault.Malformed, FaultOf(Check(signed with { Payload = "*" })));
        Assert.Equal(EnvelopeFault.Malformed, FaultOf(Check(signed with { Payload = null! })));
        Assert.Equal(EnvelopeFault.Malformed, FaultOf(Check(signed with { Signatures = [] })));
        Assert.Equal(EnvelopeFault.Malformed, FaultOf(Check(signed with { Signatures = [.. Enumerable.Repeat(signature, 100)] })));
        Assert.Equal(EnvelopeFault.Malformed, FaultOf(Check(signed with { Signatures = [signature with { Sig = "*" }] })));
        Assert.Equal(EnvelopeFault.Malformed, FaultOf(Check(signed with { Signatures = [null!] })));
        Assert.Equal(EnvelopeFault.BadSignature, FaultOf(Check(signed with { Signatures = [signature with { Sig = "" }] })));
    }

    [Fact]
    public void Another_curve_cannot_sign_and_is_never_trusted()
    {
        using var p384 = ECDsa.Create(ECCurve.NamedCurves.nistP384);
        Assert.Throws<ArgumentException>(() => EnvelopeSigner.Sign(Payload, Envelope.BundleType, p384));
        var stranger = new SigningKey("k", Convert.ToBase64String(p384.ExportSubjectPublicKeyInfo()));
        Assert.Equal(EnvelopeFault.UnknownKey, FaultOf(Check(Signed(), stranger, new SigningKey("j", "not a key"))));
    }
}
