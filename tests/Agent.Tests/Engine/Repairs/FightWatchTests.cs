using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine.Repairs;

/// <summary>At most three repairs are allowed within ten minutes.</summary>
public sealed class FightWatchTests : IDisposable
{
    private static readonly BundleContent Wanted = Bench.Content(("default", 16, null));
    private readonly Bench _bench = new Bench().WithUsualRoutes();

    [Fact]
    public async Task Whoever_undoes_every_repair_is_left_alone_and_told_who_it_was_and_what_ends_it()
    {
        var host = await FoughtAsync("NetworkManager");

        var turn = await UndoneAsync(host, "NetworkManager");

        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
        var target = turn.State.Targets.Single(target => target.Id == Bench.Default);
        Assert.Equal((TargetLeft.OwnerFights, TargetOutcome.Refused), (target.Left, target.Outcome));
        Assert.Contains("NetworkManager undid 3 repairs within 10m", target.Reason, StringComparison.Ordinal);
        Assert.Contains("'iwtune release'", target.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_last_repair_is_done_and_tells_that_it_is_the_last()
    {
        var host = await StartAsync();
        await UndoneAsync(host, "x");
        await UndoneAsync(host, "x");
        var third = await UndoneAsync(host, "x");
        Assert.Equal(
            [HostEventKind.Drifted, HostEventKind.Repaired, HostEventKind.OwnerFights],
            third.Events.Select(happened => happened.Kind)
        );
        Assert.All(third.Events, happened => Assert.Equal(("x", Bench.Default), (happened.Writer, happened.Target)));
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task A_route_that_fails_at_every_turn_keeps_no_fight_about_another_one_going()
    {
        var content = Bench.Content(("default", 16, null), ("prefix:10.0.0.0/8", 8, null));
        var host = Open();
        await host.ReconcileAsync(content, CancellationToken.None);
        _bench.Tuner.Fault = step => step.Target.Id == Bench.Ten ? new Outcome.Failed("No route to host.") : null;
        _bench.Tuner.Change(Bench.Ten, route => route with { Window = Window.Unset });
        var events = new List<HostEventKind>();
        for (var i = 0; i < 4; i++)
        {
            _bench.Tuner.Change(Bench.Default, route => route with { Window = Window.Unset }, "x");
            events = [.. events, .. (await host.ReconcileAsync(content, CancellationToken.None)).Events.Select(happened => happened.Kind)];
        }
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
        Assert.Equal(3, events.Count(kind => kind == HostEventKind.Repaired));
        Assert.Single(events, kind => kind == HostEventKind.OwnerFights);
    }

    [Fact]
    public async Task Repairs_far_apart_are_no_fight()
    {
        var host = await StartAsync();
        for (var i = 0; i < 10; i++)
        {
            _bench.Clock.Advance(TimeSpan.FromMinutes(6));
            await UndoneAsync(host, "dhclient");
            Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        }
    }

    [Fact]
    public async Task An_owner_that_goes_on_is_not_calm_and_one_that_stops_is_repaired_again()
    {
        var host = await FoughtAsync("bird");
        for (var i = 0; i < 5; i++)
        {
            _bench.Clock.Advance(TimeSpan.FromMinutes(9));
            await UndoneAsync(host, "bird");
            Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
        }
        _bench.Clock.Advance(TimeSpan.FromMinutes(10));
        var turn = await host.ReconcileAsync(Wanted, CancellationToken.None);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        Assert.Contains(turn.Events, happened => happened.Kind == HostEventKind.Released);
    }

    [Fact]
    public async Task A_restart_forgets_neither_the_fight_nor_the_repairs_before_it()
    {
        {
            var first = await StartAsync();
            await UndoneAsync(first, "x");
            await UndoneAsync(first, "x");
        }
        {
            var second = Open();
            await UndoneAsync(second, "x");
        }
        var third = Open();
        await UndoneAsync(third, "x");
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
        Assert.Single(third.Journal.Fights);
    }

    [Fact]
    public async Task A_clock_that_was_a_day_ahead_delays_no_repair_by_a_day()
    {
        _bench.Clock.Jump(TimeSpan.FromDays(1));
        var host = await FoughtAsync("x");
        await UndoneAsync(host, "x");
        _bench.Clock.Jump(-TimeSpan.FromDays(1));
        await host.ReconcileAsync(Wanted, CancellationToken.None);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
        _bench.Clock.Advance(TimeSpan.FromMinutes(10));
        await host.ReconcileAsync(Wanted, CancellationToken.None);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        await UndoneAsync(host, "x");
        await UndoneAsync(host, "x");
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task A_new_revision_tries_again()
    {
        var host = await FoughtAsync("x");
        await UndoneAsync(host, "x");
        await host.ReconcileAsync(Bench.Content(("default", 20, null)), CancellationToken.None);
        Assert.Equal(new Window(20, null), _bench.WindowOf(Bench.Default));
        Assert.Empty(host.Journal.Fights);
    }

    [Fact]
    public async Task Who_is_forgiven_is_repaired_at_once()
    {
        var host = await FoughtAsync("x");
        await UndoneAsync(host, "x");
        host.Forgive();
        await host.ReconcileAsync(Wanted, CancellationToken.None);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task Repairs_are_counted_by_target_and_author_also_over_a_compaction_and_a_restart()
    {
        {
            var host = await StartAsync(new RepairLimit(1000, TimeSpan.FromMinutes(1)));
            for (var i = 0; i < 700; i++)
                await UndoneAsync(host, i % 7 == 0 ? "dhclient" : "NetworkManager");
        }
        var journal = Journal.Peek(_bench.State, _bench.Clock);
        Assert.InRange(journal.Transactions.Count, 1, 699);
        Assert.Equal(
            [("NetworkManager", 600), ("dhclient", 100)],
            journal
                .Repairs.Where(repairs => repairs.Target == Bench.Default)
                .OrderBy(repairs => repairs.By, StringComparer.Ordinal)
                .Select(repairs => (repairs.By, repairs.Count))
        );
    }

    public void Dispose() => _bench.Dispose();

    private Reconciler Open(RepairLimit? limit = null) =>
        _bench.Open(settings: () => HostSettings.Default with { Repairs = limit ?? new RepairLimit(3, TimeSpan.FromMinutes(10)) });

    private async Task<Reconciler> StartAsync(RepairLimit? limit = null)
    {
        var host = Open(limit);
        await host.ReconcileAsync(Wanted, CancellationToken.None);
        return host;
    }

    private async Task<Reconciler> FoughtAsync(string by)
    {
        var host = await StartAsync();
        for (var i = 0; i < 3; i++)
            await UndoneAsync(host, by);
        return host;
    }

    private async Task<Reconciliation> UndoneAsync(Reconciler host, string by)
    {
        _bench.Tuner.Change(Bench.Default, route => route with { Window = Window.Unset }, by);
        return await host.ReconcileAsync(Wanted, CancellationToken.None);
    }
}
