using System.Net;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Shared.Policies;
using IwTune.Shared.Selectors;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Properties;

/// <summary>Equal content has one digest; any change of any input has another.</summary>
public sealed class DigestProperties
{
    // Texts that could imitate the syntax of a canonical text, if it were not escaped.
    private static readonly Gen<string> Text = Gen.OneOf(
        Gen.Elements("", "-", "a", "a\nb", "1:a\n", "policy:1:a\n", "scope:7:default\ncwnd:1:3\n", "default", "interface:eth0"),
        ArbMap.Default.GeneratorFor<NonNull<string>>().Select(text => text.Get)
    );

    private static readonly Gen<int?> Number = Gen.OneOf(Gen.Constant<int?>(null), Gen.Choose(0, 12).Select(n => (int?)n));

    private static readonly Gen<BundleSteering> AnySteering =
        from word in Text
        from min in Gen.Choose(0, 3)
        from max in Gen.Choose(0, 3)
        from every in Number
        from seconds in Gen.Choose(0, 3)
        from endpoint in Gen.OneOf(Gen.Constant<string?>(null), Text.Select(t => (string?)t))
        select new BundleSteering(word, min, max, every, seconds, endpoint);

    private static readonly Gen<BundleWindow> AnyWindow =
        from scope in Text
        from cwnd in Number
        from rwnd in Number
        from steering in Gen.OneOf(Gen.Constant<BundleSteering?>(null), AnySteering.Select(s => (BundleSteering?)s))
        select new BundleWindow(scope, cwnd, rwnd) { Steering = steering };

    private static readonly Gen<BundleContent> Content =
        from policy in Gen.OneOf(Gen.Constant<string?>(null), Text.Select(t => (string?)t))
        from revision in Number
        from digest in Gen.OneOf(Gen.Constant<string?>(null), Text.Select(t => (string?)t))
        from mode in Gen.Elements(PolicyMode.Enforce, PolicyMode.Audit)
        from confirm in Number
        from max in Number
        from step in Number
        from reason in Gen.OneOf(Gen.Constant<string?>(null), Text.Select(t => (string?)t))
        from windows in AnyWindow.ArrayOf(3)
        from count in Gen.Choose(0, 3)
        select new BundleContent
        {
            Policy = policy,
            Revision = revision,
            PolicyDigest = digest,
            Mode = mode,
            ConfirmSeconds = confirm,
            Limits = new(max, step),
            Override = reason,
            Windows = windows[..count],
        };

    private static bool Same(BundleContent a, BundleContent b) => a with { Windows = b.Windows } == b && a.Windows.SequenceEqual(b.Windows);

    [Fact]
    public void Two_bundles_share_a_digest_exactly_when_they_are_equal() =>
        Prop.ForAll(Content.ToArbitrary(), Content.ToArbitrary(), (a, b) => Same(a, b) == (BundleDigest.Of(a) == BundleDigest.Of(b)))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(2000));

    [Fact]
    public void Changing_any_one_field_of_a_bundle_changes_its_digest() =>
        Prop.ForAll(
                Content.ToArbitrary(),
                AnyWindow.ToArbitrary(),
                (content, window) =>
                {
                    BundleContent[] changed =
                    [
                        content with
                        {
                            Policy = content.Policy + "x",
                        },
                        content with
                        {
                            Override = content.Override + "x",
                        },
                        content with
                        {
                            Revision = (content.Revision ?? 0) + 1,
                        },
                        content with
                        {
                            PolicyDigest = content.PolicyDigest + "x",
                        },
                        content with
                        {
                            Mode = 1 - content.Mode,
                        },
                        content with
                        {
                            ConfirmSeconds = (content.ConfirmSeconds ?? 0) + 1,
                        },
                        content with
                        {
                            Limits = content.Limits with { Max = (content.Limits.Max ?? 0) + 1 },
                        },
                        content with
                        {
                            Limits = content.Limits with { StepFactor = (content.Limits.StepFactor ?? 0) + 1 },
                        },
                        content with
                        {
                            Windows = [.. content.Windows, window],
                        },
                        content with
                        {
                            Windows = [window with { InitCwnd = (window.InitCwnd ?? 0) + 1 }, .. content.Windows],
                        },
                        content with
                        {
                            Windows = [window with { Steering = new("x", 1, 1, null, 1, null) }, .. content.Windows, window],
                        },
                    ];
                    var digests = changed.Append(content).Select(BundleDigest.Of).ToHashSet(StringComparer.Ordinal);
                    return digests.Count == changed.Length + 1;
                }
            )
            .Check(Config.QuickThrowOnFailure);

    [Fact]
    public void The_order_of_windows_counts() =>
        Prop.ForAll(
                AnyWindow.ToArbitrary(),
                AnyWindow.ToArbitrary(),
                (a, b) => a == b == (BundleDigest.Of(new() { Windows = [a, b] }) == BundleDigest.Of(new() { Windows = [b, a] }))
            )
            .Check(Config.QuickThrowOnFailure);

    private static readonly Gen<ScopeRule> Rule =
        from scope in Gen.OneOf(
            Gen.Constant<Scope>(new Scope.Default()),
            Gen.Choose(0, 255).Select(n => (Scope)new Scope.Prefix(new IPNetwork(new IPAddress([10, (byte)n, 0, 0]), 16))),
            Text.Select(name => (Scope)new Scope.Interface(name)),
            Gen.Elements("*", "pod:a", "pod:a,b", "-pod:a")
                .Select(text => (Scope)new Scope.Containers(Selector.ParseContainers(text).Selector!))
        )
        from cwnd in Number
        from rwnd in Number
        from steering in Gen.Elements<Steering>(
            Steering.None,
            Steering.Auto.Default,
            Steering.Auto.Default with
            {
                Min = 4,
            },
            Steering.Auto.Default with
            {
                Max = 8,
            },
            Steering.Auto.Default with
            {
                Every = 20,
            },
            Steering.Auto.Default with
            {
                Period = TimeSpan.Zero,
            },
            new Steering.Learned(IPNetwork.Parse("10.0.0.0/8"), 32, TimeSpan.FromHours(1)),
            new Steering.Learned(IPNetwork.Parse("10.0.0.0/9"), 32, TimeSpan.FromHours(1))
        )
        select new ScopeRule(scope, new(cwnd, rwnd)) { Steering = steering };

    private static readonly Gen<Policy> AnyPolicy =
        from name in Text
        from mode in Gen.Elements(PolicyMode.Enforce, PolicyMode.Audit)
        from rules in Rule.ArrayOf(2)
        from max in Number
        from step in Number
        from confirm in Number
        select new Policy
        {
            Name = name,
            Mode = mode,
            Scopes = rules,
            Limits = new(max, step),
            Confirm = confirm is { } seconds ? TimeSpan.FromSeconds(seconds) : null,
        };

    [Fact]
    public void Two_policies_share_a_digest_exactly_when_they_are_equal() =>
        Prop.ForAll(
                AnyPolicy.ToArbitrary(),
                AnyPolicy.ToArbitrary(),
                (a, b) =>
                    (a with { Scopes = b.Scopes } == b && a.Scopes.SequenceEqual(b.Scopes)) == (PolicyDigest.Of(a) == PolicyDigest.Of(b))
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(2000));

    /// <summary>
    /// Digests are identities that outlive a release: a changed value here means that every host applies everything again.
    /// </summary>
    [Fact]
    public void A_digest_of_today_is_a_digest_of_tomorrow()
    {
        var policy = PolicyReader
            .Read("policy: edge\nwindow: { initcwnd: 10 }\nscopes: [default, { prefix: 10.0.0.0/8 }, { interface: eth0 }]\nconfirm: 2m")
            .Policy!;
        Assert.Equal("sha256:ce6edede28308e020b0f530f806dcfcff6badc28233782aa3e64b529b5406172", PolicyDigest.Of(policy));
        Assert.Equal(
            "sha256:0eff40ce15b2ea2816221f299e022e28824bf7eb6eb794f09522cc5fdd7dea47",
            BundleDigest.Of(BundleContent.From(policy, 1))
        );
    }

    [Fact]
    public void Layout_and_comments_do_not_change_a_digest()
    {
        var yaml = PolicyReader.Read("# why\npolicy: a\nwindow:\n  initcwnd: 10\nscopes:\n- default\n").Policy!;
        var json = PolicyReader.Read("{\"scopes\":[\"default\"],\"window\":{\"initcwnd\":10},\"policy\":\"a\"}").Policy!;
        Assert.Equal(PolicyDigest.Of(yaml), PolicyDigest.Of(json));
        Assert.Matches("^sha256:[0-9a-f]{64}$", PolicyDigest.Of(yaml));
    }
}
