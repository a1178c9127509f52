using System.Net;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Tests.Windows;

/// <summary>
/// Over any Windows, any sequence of policies, kills and lost filters: other programs' objects stay, and everything of ours is restored.
/// </summary>
public sealed class WindowsLifeProperties
{
    private static readonly WindowsVersion[] Versions =
    [
        MemoryWindows.V2012,
        MemoryWindows.V2012R2,
        MemoryWindows.V2016,
        MemoryWindows.V2019,
    ];
    private static readonly string[] Scopes =
    [
        "default",
        "prefix:10.0.0.0/8",
        "prefix:10.1.0.0/16",
        "prefix:172.16.0.0/12",
        "prefix:fd00::/8",
        "interface:Ethernet",
    ];

    private static readonly TransportFilter[] Foreign =
    [
        new(TemplateName.Datacenter, IPNetwork.Parse("10.1.0.0/16")),
        new(TemplateName.Compat, null) { LocalPorts = (443, 443), RemotePorts = (0, 65535) },
        new(TemplateName.InternetCustom, IPNetwork.Parse("10.9.0.0/16")),
    ];

    private static readonly Gen<(string, int?)[]> Policy =
        from scopes in Gen.SubListOf(Scopes)
        from windows in Gen.ArrayOf(Gen.Elements(8, 10, 11, 12, 16, 20, 24), scopes.Count)
        select scopes.Zip(windows, (scope, window) => (scope, (int?)window)).ToArray();

    private static readonly Gen<Event> Events =
        from policy in Policy
        from kill in Gen.Frequency((2, Gen.Constant(0)), (3, Gen.Choose(1, 30)))
        from loses in Gen.Elements(false, false, true)
        select new Event(policy, kill, loses);

    private static readonly Gen<Life> Lives =
        from version in Gen.Elements(Versions)
        from byDefault in Gen.Frequency((3, Gen.Constant(TemplateName.Automatic)), (1, Gen.Constant(TemplateName.Internet)))
        from useCustom in Gen.Elements(false, false, true)
        from foreign in Gen.SubListOf(Foreign)
        from events in Gen.NonEmptyListOf(Events).Resize(6)
        select new Life(version, byDefault, useCustom && version.Build >= 9600, [.. foreign], [.. events]);

    [Fact]
    public void Everything_of_ours_goes_back_and_nothing_of_others_goes() =>
        Prop.ForAll(
                Lives.ToArbitrary(),
                life =>
                {
                    using var bench = life.Begin();
                    var found = bench.Host.ToString();
                    foreach (var one in life.Events)
                    {
                        if (one.Loses && bench.Host.Filters.FirstOrDefault(filter => !life.Foreign.Contains(filter)) is { } ours)
                            bench.Host.RemoveForeign(ours);
                        bench.Kill(one.Kill, () => bench.ApplyAsync(one.Policy));
                        Assert.All(life.Foreign, filter => Assert.Contains(filter, bench.Host.Filters));
                        Assert.All(bench.Host.Icw.Values, window => Assert.True(TemplateWindow.TryFrom(window, out _)));
                    }
                    var turn = bench.RollbackAllAsync().GetAwaiter().GetResult();
                    Assert.True(turn.Succeeded, turn.State.Reason);
                    Assert.Equal(found, bench.Host.ToString());
                    var next = bench.Open();
                    next.Rollbacks.RecoverAsync(CancellationToken.None).AsTask().GetAwaiter().GetResult();
                    Assert.Empty(next.Journal.Managed);
                    Assert.False(File.Exists(bench.State.File(FilterOwnership.Name)));
                    Assert.Equal(found, bench.Host.ToString());
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void What_a_turn_reached_the_next_one_leaves() =>
        Prop.ForAll(
                Lives.ToArbitrary(),
                life =>
                {
                    using var bench = life.Begin();
                    foreach (var one in life.Events)
                    {
                        bench.ApplyAsync(one.Policy).GetAwaiter().GetResult();
                        Assert.Empty(bench.PlanAsync(one.Policy).GetAwaiter().GetResult().Plan.Steps);
                    }
                }
            )
            .QuickCheckThrowOnFailure();

    private sealed record Event((string, int?)[] Policy, int Kill, bool Loses)
    {
        public override string ToString() =>
            $"{string.Join(", ", Policy)}{(Kill == 0 ? "" : $" killed at {Kill}")}{(Loses ? " after a filter was lost" : "")}";
    }

    private sealed record Life(WindowsVersion Version, TemplateName Default, bool UseCustom, TransportFilter[] Foreign, Event[] Events)
    {
        public WindowsBench Begin()
        {
            var bench = new WindowsBench(Version);
            bench.Host.Default = Default;
            bench.Host.UseCustom = UseCustom;
            foreach (var filter in Foreign)
                bench.Host.AddForeign(filter);
            return bench;
        }

        public override string ToString() =>
            $"{Version.Name}, default {Default}{(UseCustom ? ", custom" : "")}, "
            + $"{string.Join(", ", Foreign.Select(filter => FilterMatch.Of(filter).Id))}: "
            + $"{string.Join("; ", Events.Select(one => one.ToString()))}";
    }
}
