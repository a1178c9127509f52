using System.Text;
using IwTune.Agent.Control.Bundles;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Tests.Control.Bundles;

public sealed class BundleVerifierTests : IDisposable
{
    private readonly Signed _server = new();
    private readonly TestClock _clock = new();

    private DateTimeOffset Now => _clock.GetUtcNow();

    [Fact]
    public void A_genuine_bundle_is_accepted_with_its_digest()
    {
        var bundle = Signed.Bundle(7, 16, Now);

        var check = Assert.IsType<BundleCheck.Accepted>(Verify(_server.Envelope(bundle)));

        Assert.Equal(BundleDigest.Of(bundle.Content), check.Digest);
        Assert.Equal(7, check.Held.Sequence);
    }

    [Fact]
    public void A_bundle_changed_on_the_way_is_refused_for_its_signature()
    {
        var good = _server.Envelope(Signed.Bundle(7, 16, Now));
        var text = Encoding.UTF8.GetString(Convert.FromBase64String(good.Payload)).Replace("16", "99", StringComparison.Ordinal);

        Refused(BundleFault.Signature, good with { Payload = Convert.ToBase64String(Encoding.UTF8.GetBytes(text)) });
    }

    [Fact]
    public void A_bundle_of_another_key_is_refused_even_under_our_keys_name()
    {
        using var stranger = new Signed();
        var foreign = stranger.Envelope(Signed.Bundle(7, 16, Now));

        Refused(BundleFault.Signature, foreign);
        Refused(BundleFault.Signature, foreign with { Signatures = [foreign.Signatures[0] with { KeyId = _server.Public.KeyId }] });
    }

    [Fact]
    public void Something_else_signed_by_the_same_key_is_refused_for_its_type() =>
        Refused(BundleFault.WrongType, _server.Envelope(Signed.Bundle(7, 16, Now), "application/vnd.iwtune.export.v1+json"));

    [Fact]
    public void An_expired_bundle_is_refused() =>
        Refused(BundleFault.Expired, _server.Envelope(Signed.Bundle(7, 16, Now - TimeSpan.FromDays(8))));

    [Fact]
    public void A_bundle_from_the_future_is_refused_and_a_few_minutes_are_not()
    {
        Refused(BundleFault.FromTheFuture, _server.Envelope(Signed.Bundle(7, 16, Now + TimeSpan.FromHours(1))));
        Assert.IsType<BundleCheck.Accepted>(Verify(_server.Envelope(Signed.Bundle(7, 16, Now + TimeSpan.FromMinutes(2)))));
    }

    [Fact]
    public void An_older_sequence_than_ever_accepted_is_refused() =>
        Refused(BundleFault.Older, _server.Envelope(Signed.Bundle(6, 16, Now)), Held(7, 16));

    [Fact]
    public void The_same_sequence_renews_its_own_content_and_refuses_other()
    {
        Assert.IsType<BundleCheck.Accepted>(Verify(_server.Envelope(Signed.Bundle(7, 16, Now)), Held(7, 16)));
        Refused(BundleFault.SameSequence, _server.Envelope(Signed.Bundle(7, 17, Now)), Held(7, 16));
    }

    [Fact]
    public void Signed_bytes_that_are_no_bundle_are_refused_as_malformed()
    {
        using var key = System.Security.Cryptography.ECDsa.Create(System.Security.Cryptography.ECCurve.NamedCurves.nistP256);
        var verifier = new BundleVerifier([SigningKeys.From(key)], _clock);
        foreach (
            var payload in new[] { "null", "{}", "[]", "not json", """{"sequence":1}""", """{"sequence":1,"content":{"windows":null}}""" }
        )
        {
            var check = verifier.Verify(EnvelopeSigner.Sign(Encoding.UTF8.GetBytes(payload), Envelope.BundleType, key), ReplayFloor.None);
            Assert.Equal(BundleFault.Malformed, Assert.IsType<BundleCheck.Refused>(check).Fault);
        }
    }

    [Fact]
    public void A_scope_of_a_newer_version_is_refused_by_its_name()
    {
        var bundle = Signed.Bundle(7, 16, Now);
        bundle = bundle with { Content = bundle.Content with { Windows = [.. bundle.Content.Windows, new("zone:edge", 20, null)] } };
        var refused = Assert.IsType<BundleCheck.Refused>(Verify(_server.Envelope(bundle)));
        Assert.Equal(BundleFault.Malformed, refused.Fault);
        Assert.Contains(
            "it holds the scope 'zone:edge', which this version does not know; update the agent",
            refused.Reason,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void A_bundle_for_another_host_or_another_fleet_is_refused_by_name()
    {
        var good = Signed.Bundle(7, 16, Now) with { Host = "host-1", Fleet = "sha256:a" };
        var verifier = Verifier();
        Assert.IsType<BundleCheck.Accepted>(verifier.Verify(_server.Envelope(good), ReplayFloor.None));
        Assert.Contains("host-2", Refused(verifier, BundleFault.OtherHost, good with { Host = "host-2" }), StringComparison.Ordinal);
        Assert.Contains("sha256:b", Refused(verifier, BundleFault.OtherFleet, good with { Fleet = "sha256:b" }), StringComparison.Ordinal);
    }

    [Fact]
    public void A_bundle_that_names_nobody_is_taken_from_an_older_server_until_one_named_this_host()
    {
        var (unnamed, verifier) = (Signed.Bundle(7, 16, Now), Verifier());
        Assert.IsType<BundleCheck.Accepted>(verifier.Verify(_server.Envelope(unnamed), ReplayFloor.None));
        var named = Assert.IsType<BundleCheck.Accepted>(
            verifier.Verify(_server.Envelope(unnamed with { Host = "host-1", Fleet = "sha256:a" }), ReplayFloor.None)
        );
        var floor = ReplayFloor.None.Raised(named, Now);
        foreach (var bundle in new[] { unnamed, unnamed with { Host = "host-1" }, unnamed with { Fleet = "sha256:a" } })
            Refused(verifier, BundleFault.NoHost, bundle with { Sequence = 8 }, floor);
    }

    [Fact]
    public void A_clock_that_was_set_back_revives_no_expired_bundle_and_is_told_with_a_fresh_one()
    {
        var verifier = Verifier();
        var old = Signed.Bundle(7, 16, Now);
        var floor = ReplayFloor.None.Raised(
            Assert.IsType<BundleCheck.Accepted>(verifier.Verify(_server.Envelope(old), ReplayFloor.None)),
            Now
        );
        _clock.Advance(TimeSpan.FromDays(8));
        floor = floor with { Clock = Now };
        _clock.Jump(-TimeSpan.FromDays(7));

        Assert.Contains("set back", Refused(verifier, BundleFault.Expired, old, floor), StringComparison.Ordinal);
        var fresh = Assert.IsType<BundleCheck.Accepted>(verifier.Verify(_server.Envelope(Signed.Bundle(7, 16, Now)), floor));
        Assert.Contains("set back", fresh.SetBack, StringComparison.Ordinal);
        Assert.Equal(
            "",
            Assert
                .IsType<BundleCheck.Accepted>(verifier.Verify(_server.Envelope(Signed.Bundle(7, 16, Now)), floor.Raised(fresh, Now)))
                .SetBack
        );
    }

    [Theory]
    [InlineData("fleet")]
    [InlineData("keys")]
    [InlineData("id")]
    [InlineData("authorities")]
    public void An_announcement_with_a_hole_is_refused_with_its_bundle(string hole)
    {
        var trust = new Trust("sha256:a", 2, [_server.Public], ["pem"]);
        Assert.IsType<BundleCheck.Accepted>(Verify(_server.Envelope(Signed.Bundle(7, 16, Now) with { Trust = trust })));
        trust = hole switch
        {
            "fleet" => trust with { Fleet = null! },
            "keys" => trust with { SigningKeys = [] },
            "id" => trust with { SigningKeys = [_server.Public with { KeyId = new string('0', 64) }] },
            _ => trust with { Authorities = null! },
        };
        Refused(BundleFault.Malformed, _server.Envelope(Signed.Bundle(7, 16, Now) with { Trust = trust }));
    }

    public void Dispose() => _server.Dispose();

    private BundleVerifier Verifier() => new([_server.Public], _clock) { For = new Addressee("host-1", "sha256:a") };

    private string Refused(BundleVerifier verifier, BundleFault fault, Bundle bundle, ReplayFloor? floor = null)
    {
        var refused = Assert.IsType<BundleCheck.Refused>(verifier.Verify(_server.Envelope(bundle), floor ?? ReplayFloor.None));
        Assert.Equal(fault, refused.Fault);
        return refused.Reason;
    }

    private HeldBundle Held(long sequence, int cwnd)
    {
        var bundle = Signed.Bundle(sequence, cwnd, Now);
        return new HeldBundle(sequence, BundleDigest.Of(bundle.Content), bundle.Expires);
    }

    private BundleCheck Verify(Envelope envelope, HeldBundle? held = null) =>
        new BundleVerifier([_server.Public], _clock).Verify(envelope, new ReplayFloor(held));

    private void Refused(BundleFault fault, Envelope envelope, HeldBundle? held = null)
    {
        var refused = Assert.IsType<BundleCheck.Refused>(Verify(envelope, held));
        Assert.Equal(fault, refused.Fault);
        Assert.NotEmpty(refused.Reason);
    }
}
