using IwTune.Agent.Ports;
using IwTune.Lab;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux;

/// <summary>Only our window is restored; other programs' changes stay.</summary>
public sealed class PutBackTests : IDisposable
{
    private const string Default = "ipv4 main default via 10.99.0.2 dev v0";

    private readonly RouteZoo _zoo = new();

    [Fact]
    public void Another_metric_that_was_set_meanwhile_stays()
    {
        var (changed, image) = Change("route add default via 10.99.0.2 initcwnd 5");
        _zoo.Host.Ip("route change default via 10.99.0.2 mtu 1400 initcwnd 20");
        Assert.IsType<Outcome.Applied>(_zoo.Apply(new Step.PutBack(changed, image)));
        Assert.Equal("default via 10.99.0.2 dev v0 mtu 1400 initcwnd 5", _zoo.Host.Ip("route show default").Trim());
    }

    [Fact]
    public void After_a_reboot_the_window_goes_back_although_indexes_are_new()
    {
        var (changed, image) = Change("route add default via 10.99.0.2");
        var fromAnotherBoot = image with { BootId = "11111111-2222-3333-4444-555555555555", Raw = "0102"u8.ToArray() };
        Assert.IsType<Outcome.Applied>(_zoo.Apply(new Step.PutBack(changed, fromAnotherBoot)));
        Assert.Equal("default via 10.99.0.2 dev v0", _zoo.Host.Ip("route show default").Trim());
    }

    [Fact]
    public void A_route_made_anew_without_a_window_does_not_get_the_old_one()
    {
        var (changed, image) = Change("route add default via 10.99.0.2 initcwnd 5");
        _zoo.Host.Ip("route replace default via 10.98.0.2");
        Assert.IsType<Outcome.AlreadyThere>(_zoo.Apply(new Step.PutBack(changed, image)));
        Assert.Equal("default via 10.98.0.2 dev v1", _zoo.Host.Ip("route show default").Trim());
    }

    [Fact]
    public void A_route_made_anew_that_took_our_window_loses_it()
    {
        var (changed, image) = Change("route add default via 10.99.0.2");
        _zoo.Host.Ip("route replace default via 10.98.0.2 initcwnd 20");
        Assert.IsType<Outcome.Applied>(_zoo.Apply(new Step.PutBack(changed, image)));
        Assert.Equal("default via 10.98.0.2 dev v1", _zoo.Host.Ip("route show default").Trim());
    }

    [Fact]
    public void Before_a_route_that_another_program_appended_it_goes_back_alone()
    {
        var (changed, image) = Change("route add default via 10.99.0.2 initcwnd 5");
        _zoo.Host.Ip("route append default via 10.98.0.2 initcwnd 7");
        var now = _zoo.Target(Default) with { Original = image, LastSet = changed.LastSet };
        Assert.IsType<Outcome.Refused>(_zoo.Apply(new Step.Set(now, new Window(30, null))));
        Assert.IsType<Outcome.Applied>(_zoo.Apply(new Step.PutBack(now, image)));
        Assert.Equal(
            ["default via 10.99.0.2 dev v0 initcwnd 5", "default via 10.98.0.2 dev v1 initcwnd 7"],
            _zoo.Host.Ip("route show default").Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
        );
    }

    [Fact]
    public void Behind_a_route_that_another_program_put_before_it_it_is_made_anew_in_its_place()
    {
        var (changed, image) = Change("route add default via 10.99.0.2 src 10.99.0.1 mtu lock 1400 congctl reno initcwnd 5");
        _zoo.Host.Ip("route prepend default via 10.98.0.2 initcwnd 7");
        _zoo.Host.Ip("route prepend default via 10.99.0.2 src 10.99.0.1 mtu 1300 initcwnd 20");
        var others = Defaults()[..2];
        var now = Ours(changed, image);
        Assert.IsType<Outcome.Applied>(_zoo.Apply(new Step.PutBack(now, image)));
        Assert.Equal([.. others, "default via 10.99.0.2 dev v0 src 10.99.0.1 mtu lock 1400 initcwnd 5 congctl reno"], Defaults());
        Assert.IsType<Outcome.AlreadyThere>(_zoo.Apply(new Step.PutBack(now, image)));
    }

    [Theory]
    [InlineData("initcwnd 9")]
    [InlineData("initcwnd 20 initrwnd 40")]
    public void A_route_of_another_program_that_differs_in_its_window_alone_keeps_it(string others)
    {
        var (changed, image) = Change("route add default via 10.99.0.2 initcwnd 5");
        _zoo.Host.Ip($"route prepend default via 10.99.0.2 {others}");
        Assert.IsType<Outcome.Applied>(_zoo.Apply(new Step.PutBack(Ours(changed, image), image)));
        Assert.Equal([$"default via 10.99.0.2 dev v0 {others}", "default via 10.99.0.2 dev v0 initcwnd 5"], Defaults());
    }

    [Fact]
    public void Between_routes_of_other_programs_it_is_left_and_no_command_is_printed_for_it()
    {
        var (changed, image) = Change("route add default via 10.99.0.2 initcwnd 5");
        _zoo.Host.Ip("route prepend default via 10.98.0.2 initcwnd 7");
        _zoo.Host.Ip("route append default via 10.98.0.2 initcwnd 8");
        var before = RouteImage.Of(_zoo.Host);
        var now = Ours(changed, image);
        Assert.IsType<Outcome.Refused>(_zoo.Apply(new Step.PutBack(now, image)));
        Assert.Equal(before, RouteImage.Of(_zoo.Host));
        Assert.Empty(_zoo.Host.Run(() => _zoo.Tuner.ByHandAsync([now], CancellationToken.None).AsTask().GetAwaiter().GetResult()));
    }

    private Target Ours(Target changed, BeforeImage image) =>
        _zoo.Read().Targets.Last(target => target.IsDefault && target.Current == changed.Current) with
        {
            Original = image,
            LastSet = changed.LastSet,
        };

    private string[] Defaults() =>
        _zoo.Host.Ip("route show default").Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    public void Dispose() => _zoo.Dispose();

    private (Target Changed, BeforeImage Image) Change(string route)
    {
        _zoo.Host.Ip(route);
        var before = _zoo.Target(Default);
        Assert.IsType<Outcome.Applied>(_zoo.Apply(new Step.Set(before, new Window(20, null))));
        return (_zoo.Target(Default), RouteZoo.Image(before, _zoo.Read()));
    }
}
