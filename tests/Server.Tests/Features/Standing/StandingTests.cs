using IwTune.Lab;
using IwTune.Server.Tests.Features.Holds;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Standing;

public sealed class StandingTests
{
    [Fact]
    public async Task Every_kind_has_its_state_its_reason_and_its_list()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(HoldCalls.Iw(10), assign: "*");
        var now = server.Clock.GetUtcNow();
        var target = (await TakenAsync(server, "a-fine", state => state)).State(10, 10).Targets[0];
        await TakenAsync(server, "b-drifted", state => state with { Targets = [target with { Configured = new(3, null) }] });
        await TakenAsync(server, "c-repaired", state => state with { Repaired = now.AddMinutes(-5) });
        await TakenAsync(
            server,
            "d-fought",
            state =>
                state with
                {
                    Targets =
                    [
                        target with
                        {
                            Configured = new(3, null),
                            Outcome = TargetOutcome.Refused,
                            Left = TargetLeft.OwnerFights,
                            Reason = "NetworkManager undid 10 repairs",
                        },
                    ],
                }
        );
        await TakenAsync(server, "e-held", state => state with { Hold = new HoldState("root", now.AddHours(-1), null, "maintenance") });
        await TakenAsync(
            server,
            "f-overridden",
            state =>
                state with
                {
                    Targets =
                    [
                        target with
                        {
                            Configured = new(20, null),
                            Left = TargetLeft.Overridden,
                            Reason = "set by ann to initcwnd 20",
                        },
                    ],
                }
        );
        await TakenAsync(
            server,
            "g-cannot",
            state =>
                state with
                {
                    Targets =
                    [
                        target with
                        {
                            Configured = new(3, null),
                            Outcome = TargetOutcome.Refused,
                            Reason = "a client edition is read-only",
                        },
                    ],
                }
        );
        await TakenAsync(server, "h-back", state => state with { Phase = BundlePhase.PutBack, Reason = "not confirmed in time" });
        await server.EnrolAsync("i-never", "m-i");
        await SettledAsync(api, 8);

        var page = await api.StandingAsync();
        Assert.Equal(9, page.Total);
        Assert.Equal(8, page.Matched);
        // A host with an owner fight has drifted too: both lists contain it.
        Assert.Equal([2, 1, 1, 1, 1, 1, 1, 1], page.Counts.Select(count => count.Hosts));
        await OneAsync(api, StandingKind.Repairs, "c-repaired", StandingCase.Repaired, Verdict.Repaired, "repaired at");
        await OneAsync(
            api,
            StandingKind.OwnerFights,
            "d-fought",
            StandingCase.OwnerFights,
            Verdict.Drifted,
            "NetworkManager undid 10 repairs"
        );
        await OneAsync(api, StandingKind.Holds, "e-held", StandingCase.AtHost, Verdict.Compliant, "maintenance");
        await OneAsync(api, StandingKind.Overrides, "f-overridden", StandingCase.Overridden, Verdict.Excepted, "set by ann");
        await OneAsync(api, StandingKind.Unsupported, "g-cannot", StandingCase.Unsupported, Verdict.Unsupported, "read-only");
        await OneAsync(api, StandingKind.Unreachable, "i-never", StandingCase.NeverSeen, Verdict.NeverSeen, "not checked in");
        await OneAsync(api, StandingKind.Refused, "h-back", StandingCase.PutBack, Verdict.Error, "not confirmed in time");
        Assert.Equal(["b-drifted", "d-fought"], (await api.StandingAsync(StandingKind.Drift)).Hosts.Select(host => host.Name));
    }

    [Fact]
    public async Task A_host_that_refuses_bundles_is_listed_with_the_reason_whether_it_lacks_a_revision_or_not()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(HoldCalls.Iw(10), assign: "*");
        var host = await TakenAsync(server, "web-1", state => state with { Refused = "signed by key 1f2e, which it does not trust" });
        const string Reason = "the host refuses what the server sends: signed by key 1f2e";
        await Until.TrueAsync(async () => (await api.DetailAsync("web-1")).Summary.Verdict == Verdict.Compliant, () => "it is not judged");
        await OneAsync(api, StandingKind.Refused, "web-1", StandingCase.Refused, Verdict.Compliant, Reason);

        await api.PublishAsync(HoldCalls.Iw(12));
        await Until.TrueAsync(
            async () =>
                (await api.DetailAsync("web-1")).Summary is { Verdict: Verdict.Error } summary
                && summary.Reason.StartsWith(Reason, StringComparison.Ordinal),
            () => "it has no error"
        );
        await host.TakeAsync();
        await host.DurableAsync(host.Line(host.State(12, 12)));
        await Until.TrueAsync(async () => (await api.StandingAsync()).Matched == 0, () => "it is still listed");
    }

    [Fact]
    public async Task A_held_host_that_drifts_is_drifted_and_stands_in_both_lists()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(HoldCalls.Iw(10), assign: "*");
        var host = await TakenAsync(server, "web-1", state => state);
        await api.HoldAsync("web-1", reason: "provider change");
        await api.PublishAsync(HoldCalls.Iw(12));
        await host.DurableAsync(host.Line(host.State(10, 3)));
        await Until.TrueAsync(
            async () => (await api.DetailAsync("web-1")).Summary.Reason.StartsWith("its one target differs", StringComparison.Ordinal),
            () => "no verdict"
        );

        var summary = (await api.DetailAsync("web-1")).Summary;
        Assert.Equal(Verdict.Drifted, summary.Verdict);
        Assert.Contains("held by token test-admin since", summary.Reason, StringComparison.Ordinal);
        Assert.Contains("edge revision 2 waits until the hold ends", summary.Reason, StringComparison.Ordinal);
        var row = Assert.Single((await api.StandingAsync(StandingKind.Holds)).Hosts);
        Assert.Equal((Verdict.Drifted, Verdict.Drifted), (row.Verdict, row.Health));
        Assert.Equal([StandingKind.Drift, StandingKind.Holds], row.Marks.Select(mark => mark.Kind));
        Assert.Equal("token:test-admin", row.Marks[1].By);
        Assert.Equal(row.Id, Assert.Single((await api.StandingAsync(StandingKind.Drift)).Hosts).Id);

        // The agent repairs it to the pinned content.
        await host.DurableAsync(host.Line(host.State(10, 10)));
        await Until.TrueAsync(async () => (await api.StandingAsync(StandingKind.Drift)).Matched == 0, () => "it still drifts");
        Assert.Equal(Verdict.Compliant, Assert.Single((await api.StandingAsync(StandingKind.Holds)).Hosts).Health);
        await api.ReleaseAsync("web-1");
        await Until.TrueAsync(async () => (await api.StandingAsync()).Matched == 0, () => "it still stands out");
        Assert.Equal(Verdict.Applying, (await api.DetailAsync("web-1")).Summary.Verdict);
    }

    [Fact]
    public async Task Silence_makes_a_host_unreachable_and_its_windows_are_no_fact_any_more()
    {
        await using var server = await RunningServer.StartAsync();
        using (var api = await server.ApiAsync())
        {
            await api.PublishAsync(HoldCalls.Iw(10), assign: "*");
            var host = await TakenAsync(
                server,
                "web-1",
                state => state with { Targets = [state.Targets[0] with { Configured = new(3, null) }] }
            );
            await Until.TrueAsync(async () => (await api.StandingAsync(StandingKind.Drift)).Matched == 1, () => "no drift");
        }
        server.Clock.Jump(TimeSpan.FromDays(2));
        using var later = await server.ApiAsync();
        await Until.TrueAsync(async () => (await later.StandingAsync(StandingKind.Unreachable)).Matched == 1, () => "it is reachable");
        Assert.Equal(0, (await later.StandingAsync(StandingKind.Drift)).Matched);
        Assert.Equal(StandingCase.Stale, Assert.Single(Assert.Single((await later.StandingAsync()).Hosts).Marks).State);
    }

    [Fact]
    public async Task Lists_come_in_pages_that_neither_repeat_nor_skip_a_host_and_a_filter_narrows_counts_too()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        for (var i = 0; i < 7; i++)
            await server.EnrolAsync($"web-{i}", $"m{i}", ("site", i % 2 == 0 ? "fra" : "ams"));
        await Until.TrueAsync(async () => (await api.StandingAsync(StandingKind.Unreachable)).Matched == 7, () => "not all were judged");
        var (names, after) = (new List<string>(), "");
        do
        {
            var page = await api.StandingAsync(StandingKind.Unreachable, after: after, limit: 3);
            names.AddRange(page.Hosts.Select(host => host.Name));
            after = page.Next ?? "";
        } while (after.Length > 0);
        Assert.Equal(Enumerable.Range(0, 7).Select(i => $"web-{i}"), names);
        var some = await api.StandingAsync(StandingKind.Unreachable, "site:ams");
        Assert.Equal((3, 3), (some.Matched, some.Counts.Single(count => count.Kind == StandingKind.Unreachable).Hosts));
        using var wrong = await api.GetAsync($"{FleetPaths.Standing}?kind=odd");
        Assert.Contains("OwnerFights", (await wrong.ProblemAsync(System.Net.HttpStatusCode.BadRequest)).Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_stands_out_is_known_again_right_after_a_restart()
    {
        var server = await RunningServer.StartAsync();
        using (var api = await server.ApiAsync())
        {
            await server.EnrolAsync("web-1");
            await Until.TrueAsync(async () => (await api.StandingAsync(StandingKind.Unreachable)).Matched == 1, () => "not judged");
        }
        await server.StopAsync();
        var hosts = await IwTune.Server.Features.Hosts.HostDirectory.LoadAsync(await TestStore.OpenAsync(server.Data, TimeProvider.System));
        Assert.Equal(1L << (int)StandingKind.Unreachable, Assert.Single(hosts.All).StandsOut);
        Directory.Delete(server.Data, recursive: true);
    }

    private static async Task OneAsync(HttpClient api, StandingKind kind, string name, StandingCase state, Verdict health, string reason)
    {
        var host = Assert.Single((await api.StandingAsync(kind)).Hosts);
        Assert.Equal((name, health), (host.Name, host.Health));
        var mark = Assert.Single(host.Marks, mark => mark.Kind == kind);
        Assert.Equal(state, mark.State);
        Assert.Contains(reason, mark.Reason, StringComparison.Ordinal);
    }

    private static Task SettledAsync(HttpClient api, int matched) =>
        Until.TrueAsync(async () => (await api.StandingAsync()).Matched == matched, () => "not every host was judged");

    /// <summary>A host that took its bundle, reported, and confirmed it in a check-in.</summary>
    private static async Task<TestHost> TakenAsync(RunningServer server, string name, Func<HostState, HostState> with)
    {
        var host = await server.EnrolAsync(name, "m-" + name);
        await host.TakeAsync();
        await host.DurableAsync(host.Line(with(host.State(10, 10))));
        await host.TakeAsync();
        return host;
    }
}
