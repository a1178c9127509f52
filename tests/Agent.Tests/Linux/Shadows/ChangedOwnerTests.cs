using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Shadows;

/// <summary>A route may get or lose an owner between a step and its rollback: the rollback uses the method of the step.</summary>
public sealed class ChangedOwnerTests : IDisposable
{
    private const string Default = "ipv4 main default via 10.99.0.2 dev v0 metric 100";

    private readonly RouteZoo _zoo = new();
    private readonly string _oracle;
    private readonly BeforeImage _before;

    public ChangedOwnerTests()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2 proto dhcp metric 100 initcwnd 7");
        _oracle = _zoo.Oracle();
        _before = RouteZoo.Image(_zoo.Target(Default), _zoo.Read());
    }

    [Fact]
    public void A_window_set_in_place_is_taken_back_when_the_route_has_an_owner_now()
    {
        var target = SetInPlace();
        _zoo.Manage("v0");
        _zoo.MustApply(new Step.PutBack(Ours(_zoo.Target(Default), target), _before));
        Assert.Equal(_oracle, _zoo.Oracle());
    }

    [Fact]
    public void A_window_set_in_place_goes_back_before_a_shadow_stands_there()
    {
        var target = SetInPlace();
        _zoo.Manage("v0");
        _zoo.MustApply(new Step.Set(Ours(_zoo.Target(Default), target), new Window(30, null)));
        Assert.Equal((new Window(30, null), new Window(7, null)), (_zoo.Target(Default).Current, _zoo.Target(Default).OwnersWindow!));
        _zoo.MustApply(new Step.PutBack(Ours(_zoo.Target(Default), new Setting(new Window(30, null), StrategyKind.Shadow)), _before));
        Assert.Equal(_oracle, _zoo.Oracle());
    }

    [Fact]
    public void A_window_that_the_new_owner_gave_the_route_itself_stays()
    {
        var target = SetInPlace();
        _zoo.Manage("v0");
        _zoo.Host.Ip("route change default via 10.99.0.2 proto dhcp metric 100 initcwnd 12");
        Assert.IsType<Outcome.AlreadyThere>(_zoo.Apply(new Step.PutBack(Ours(_zoo.Target(Default), target), _before)));
        Assert.Equal(new Window(12, null), _zoo.Target(Default).Current);
    }

    [Fact]
    public void A_shadow_stays_while_its_owner_restarts_and_goes_when_the_route_is_put_back()
    {
        _zoo.Manage("v0");
        _zoo.Shadow(Default);
        _zoo.Unmanage("v0");
        Assert.Equal((StrategyKind.InPlace, ShadowZoo.Wanted), (_zoo.Target(Default).Strategy.Kind, _zoo.Target(Default).Current));
        Assert.Empty(_zoo.Follow().Done);
        Assert.Single(_zoo.Shadows());
        _zoo.MustApply(new Step.PutBack(Ours(_zoo.Target(Default), new Setting(ShadowZoo.Wanted, StrategyKind.Shadow)), _before));
        Assert.Equal(_oracle, _zoo.Oracle());
    }

    [Fact]
    public void A_shadow_goes_before_a_route_that_lost_its_owner_is_written()
    {
        _zoo.Manage("v0");
        _zoo.Shadow(Default);
        _zoo.Unmanage("v0");
        _zoo.MustApply(new Step.Set(_zoo.Target(Default), new Window(30, null)));
        Assert.Empty(_zoo.Shadows());
        Assert.Equal((new Window(30, null), null), (_zoo.Target(Default).Current, _zoo.Target(Default).OwnersWindow));
        _zoo.MustApply(new Step.PutBack(Ours(_zoo.Target(Default), new Setting(new Window(30, null), StrategyKind.InPlace)), _before));
        Assert.Equal(_oracle, _zoo.Oracle());
    }

    [Fact]
    public void At_start_a_shadow_before_a_route_without_an_owner_goes()
    {
        _zoo.Manage("v0");
        _zoo.Shadow(Default);
        _zoo.Unmanage("v0");
        Assert.Single(_zoo.Sweep(Default));
        Assert.Equal(_oracle, _zoo.Oracle());
    }

    public void Dispose() => _zoo.Dispose();

    private Setting SetInPlace()
    {
        Assert.Equal(StrategyKind.InPlace, _zoo.Target(Default).Strategy.Kind);
        _zoo.MustApply(new Step.Set(_zoo.Target(Default), ShadowZoo.Wanted));
        return new Setting(ShadowZoo.Wanted, StrategyKind.InPlace);
    }

    /// <summary>As the journal records it.</summary>
    private Target Ours(Target target, Setting last) => target with { Original = _before, LastSet = last };
}
