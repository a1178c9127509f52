using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Cli.Dsc;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli.Dsc;

public sealed class PolicyDocumentProperties
{
    [Fact]
    public void Any_content_is_the_policy_that_is_written_for_it() =>
        Prop.ForAll(
                Contents().ToArbitrary(),
                content =>
                {
                    var read = PolicyReader.Read(PolicyDocument.Of(content)!.ToJsonString());
                    Assert.Empty(read.Problems);
                    Assert.Equal(
                        BundleDigest.Of(content with { PolicyDigest = null, Revision = null }),
                        BundleDigest.Of(BundleContent.From(read.Policy!) with { PolicyDigest = null })
                    );
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Without_a_policy_there_is_no_document() => Assert.Null(PolicyDocument.Of(BundleContent.Nothing));

    private static Gen<BundleContent> Contents() =>
        from scopes in Gen.SubListOf("default", "prefix:10.0.0.0/8", "prefix:2001:db8::/32", "interface:eth0", "table:100", "table:local")
        where scopes.Count > 0
        from windows in Gen.ArrayOf(Windows(), scopes.Count)
        from max in Gen.Elements<int?>(null, 1023)
        from step in Gen.Elements<int?>(null, 2, 64)
        from confirm in Gen.Elements<int?>(null, 10, 90, 120, 3600, 86400)
        from mode in Gen.Elements(PolicyMode.Enforce, PolicyMode.Audit)
        select new BundleContent
        {
            Policy = "edge-1",
            Mode = mode,
            Limits = new Limits(max, step),
            Override = "both ends are ours",
            ConfirmSeconds = confirm,
            Windows = [.. scopes.Zip(windows, (scope, window) => Decided(scope, window))],
        };

    /// <summary>Windows of one kind share their bounds, because a policy writes them once.</summary>
    private static BundleWindow Decided(string scope, Window window) =>
        (scope, window.InitCwnd % 3) switch
        {
            (not "table:local", 0) => new BundleWindow(scope, null, window.InitRwnd) { Steering = new("auto", 4, 24, 500, 7200, null) },
            ("prefix:10.0.0.0/8", 1) => new BundleWindow(scope, null, window.InitRwnd)
            {
                Steering = new("learned", 10, 40, null, 90, "10.0.0.0/8"),
            },
            ("prefix:2001:db8::/32", 1) => new BundleWindow(scope, null, window.InitRwnd)
            {
                Steering = new("learned", 10, 40, null, 90, "2001:db8::/31"),
            },
            _ => new BundleWindow(scope, window.InitCwnd, window.InitRwnd),
        };

    private static Gen<Window> Windows() =>
        from cwnd in Gen.Choose(1, 1023)
        from rwnd in Gen.Choose(1, 1023)
        from which in Gen.Choose(0, 2)
        select new Window(which == 1 ? null : cwnd, which == 0 ? null : rwnd);
}
