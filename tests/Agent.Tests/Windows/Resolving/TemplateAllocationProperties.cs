using System.Net;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Windows.Resolving;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Tests.Windows.Resolving;

public sealed class TemplateAllocationProperties
{
    private static readonly IPNetwork[] Prefixes =
    [
        .. new[] { "10.0.0.0/8", "10.1.0.0/16", "172.16.0.0/12", "192.168.0.0/16", "fd00::/8" }.Select(IPNetwork.Parse),
    ];
    private static readonly TemplateName[] Names = [TemplateName.InternetCustom, TemplateName.DatacenterCustom];

    private static readonly Gen<int> Window = Gen.Elements(8, 12, 16, 20);

    private static readonly Gen<Case> Cases =
        from destinations in Gen.SubListOf(Prefixes)
        from windows in Gen.ArrayOf(Window, destinations.Count)
        from names in Gen.SubListOf(Names)
        from now in Gen.ArrayOf(Window, 2)
        from owners in Gen.ArrayOf(Gen.Elements(-1, 0, 1), Prefixes.Length)
        from shared in Gen.SubListOf(new[] { 8, 12 })
        select new Case(
            [.. destinations.Zip(windows)],
            [
                .. names.Select(name => new TemplateAllocation.Free(
                    name,
                    now[Array.IndexOf(Names, name)],
                    [.. Prefixes.Where((_, at) => owners[at] == Array.IndexOf(Names, name))]
                )),
            ],
            shared.ToDictionary(window => window, _ => TemplateName.Custom)
        );

    [Fact]
    public void No_template_has_two_windows_and_no_window_two_templates() =>
        Prop.ForAll(
                Cases.ToArbitrary(),
                one =>
                {
                    var given = one.Allocate();
                    var free = given.Where(pair => !one.Shared.ContainsKey(pair.Key)).ToList();
                    Assert.Equal(free.Count, free.Select(pair => pair.Value).Distinct().Count());
                    Assert.All(free, pair => Assert.Contains(one.Free, template => template.Name == pair.Value));
                    Assert.All(given, pair => Assert.Contains(one.Wanted, want => want.Window == pair.Key));
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void As_many_windows_are_served_as_there_are_templates() =>
        Prop.ForAll(
                Cases.ToArbitrary(),
                one =>
                {
                    var distinct = one.Wanted.Select(want => want.Window).Distinct().ToList();
                    var shareable = distinct.Count(one.Shared.ContainsKey);
                    Assert.Equal(shareable + Math.Min(distinct.Count - shareable, one.Free.Count), one.Allocate().Count);
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void What_was_allocated_once_is_allocated_again() =>
        Prop.ForAll(
                Cases.ToArbitrary(),
                one =>
                {
                    var given = one.Allocate();
                    var after = one with
                    {
                        Free =
                        [
                            .. one.Free.Select(template =>
                                given.FirstOrDefault(pair => pair.Value == template.Name) is { Value: var name } pair
                                && name == template.Name
                                && given.ContainsKey(pair.Key)
                                    ? new TemplateAllocation.Free(
                                        name,
                                        pair.Key,
                                        [.. one.Wanted.Where(want => want.Window == pair.Key).Select(want => want.Destination)]
                                    )
                                    : template with
                                    {
                                        Given = [],
                                    }
                            ),
                        ],
                    };
                    Assert.Equal(given.OrderBy(pair => pair.Key), after.Allocate().OrderBy(pair => pair.Key));
                }
            )
            .QuickCheckThrowOnFailure();

    private sealed record Case(
        IReadOnlyList<(IPNetwork Destination, int Window)> Wanted,
        IReadOnlyList<TemplateAllocation.Free> Free,
        IReadOnlyDictionary<int, TemplateName> Shared
    )
    {
        public IReadOnlyDictionary<int, TemplateName> Allocate() => TemplateAllocation.Allocate(Wanted, Free, Shared);
    }
}
