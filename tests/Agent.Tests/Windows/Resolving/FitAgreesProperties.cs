using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Windows;
using IwTune.Shared.Policies.OperatingSystems;

namespace IwTune.Agent.Tests.Windows.Resolving;

/// <summary>What the server says of a policy before it is published is what a host's plan says.</summary>
public sealed class FitAgreesProperties
{
    private static readonly (WindowsVersion Host, WindowsRelease Release)[] Hosts =
    [
        (MemoryWindows.V2012, WindowsRelease.Server2012),
        (MemoryWindows.V2012R2, WindowsRelease.Server2012R2),
        (MemoryWindows.V2019, WindowsRelease.Server2016),
    ];

    private static readonly string[] Scopes = ["default", "prefix:10.0.0.0/8", "prefix:172.16.0.0/12", "prefix:fd00::/8", "interface:eth0"];

    private static readonly Gen<Case> Cases =
        from host in Gen.Elements(Hosts)
        from scopes in Gen.SubListOf(Scopes)
        from windows in Gen.ArrayOf(Gen.Elements<int?>(8, 16, 20, 11, 66, null), scopes.Count)
        select new Case(host.Host, host.Release, [.. scopes.Zip(windows, (scope, cwnd) => (scope, cwnd, cwnd is null ? 20 : (int?)null))]);

    [Fact]
    public void A_policy_is_unsupported_for_the_server_exactly_when_a_host_refuses_a_part_of_it() =>
        Prop.ForAll(
                Cases.ToArbitrary(),
                given =>
                {
                    using var bench = new WindowsBench(given.Host);
                    var content = Bench.Content([.. given.Windows]);
                    var plan = bench.Open().PlanAsync(content, CancellationToken.None).AsTask().GetAwaiter().GetResult().Plan;
                    List<string> refused =
                    [
                        .. plan.Refusals.Select(one => one.Reason),
                        .. plan.Resolution.Unmatched.Select(one => one.Reason),
                    ];
                    var fit = WindowsFit
                        .Of([.. content.Windows.Select(window => window.KnownRule())], given.Release)
                        .Where(misfit => misfit.Unsupported)
                        .Select(misfit => misfit.Text)
                        .ToList();
                    Assert.True(
                        refused.Count > 0 == fit.Count > 0,
                        $"the host says '{string.Join("; ", refused)}', the server '{string.Join("; ", fit)}'"
                    );
                }
            )
            .QuickCheckThrowOnFailure();

    private sealed record Case(WindowsVersion Host, WindowsRelease Release, IReadOnlyList<(string Scope, int? Cwnd, int? Rwnd)> Windows)
    {
        public override string ToString() => $"{Release}: {string.Join(", ", Windows)}";
    }
}
