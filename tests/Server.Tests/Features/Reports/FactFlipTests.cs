using IwTune.Lab;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Reports;

/// <summary>
/// A host that repeatedly reports other facts, each of which matches another assignment, must not keep the server and the other hosts busy.
/// </summary>
public sealed class FactFlipTests
{
    private const string Other = "policy: other\nwindow: { initcwnd: 8 }\nscopes: [default]\n";
    private const int Flips = 101;

    private static readonly Action<int> Nothing = _ => { };

    [Fact]
    public async Task A_hundred_flips_make_four_publications_wake_nobody_else_and_the_last_one_counts()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await server.ApiAsync();
        var (flipping, quiet) = await FleetAsync(server, admin);
        var waiting = quiet.CheckInAsync(wait: 20);
        var room = server.Get<HeldCheckIns>();
        await Until.TrueAsync(() => room.Count == 1, () => "the quiet host does not wait");
        server.HoldTime();
        var (before, signals, last) = (await WrittenAsync(server), 0, server.Get<Requirements>().Changed);

        await FlipAsync(
            flipping,
            _ =>
            {
                if (!ReferenceEquals(last, last = server.Get<Requirements>().Changed))
                    signals++;
                Assert.Equal(0, room.Called);
                // Each change has its own instant.
                server.Clock.Advance(TimeSpan.FromMilliseconds(1));
            }
        );

        var after = await WrittenAsync(server);
        Assert.Equal(
            (4, 4, 0),
            (after.Publications - before.Publications, after.Identities - before.Identities, after.Audit - before.Audit)
        );
        Assert.Equal(4, signals);
        Assert.False(waiting.IsCompleted);
        // Its last report is stored, and takes effect with its next permitted move.
        Assert.Equal("other", (await admin.GetAsync(FleetPaths.Host(flipping.Id), HostsJson.Default.HostDetail)).Summary.Policy);
        await Until.TrueAsync(
            async () =>
            {
                server.Clock.Advance(TimeSpan.FromSeconds(5));
                return (await admin.GetAsync(FleetPaths.Host(flipping.Id), HostsJson.Default.HostDetail)).Summary.Policy == "edge";
            },
            () => "the last facts never took effect"
        );
        Assert.Equal("edge", (await flipping.TakeAsync())!.Content.Policy);
        Assert.Equal(1, (await WrittenAsync(server)).Publications - after.Publications);
    }

    [Fact]
    public async Task What_waited_is_not_lost_when_the_server_is_started_again()
    {
        var server = await RunningServer.StartAsync();
        var data = server.Data;
        using (var admin = await server.ApiAsync())
            await FlipAsync((await FleetAsync(server, admin)).Flipping, Nothing);
        await server.StopAsync();
        await using var again = await RunningServer.StartAsync(data);
        using var api = await again.ApiAsync();
        Assert.Equal("edge", (await api.GetAsync(FleetPaths.Host("flip"), HostsJson.Default.HostDetail)).Summary.Policy);
    }

    private static async Task<(TestHost Flipping, TestHost Quiet)> FleetAsync(RunningServer server, HttpClient admin)
    {
        await admin.PublishAsync(Api.Iw3, "kernel:1.0");
        await admin.PublishAsync(Other, "kernel:2.0");
        var (flipping, quiet) = (await server.EnrolAsync("flip"), await server.EnrolAsync("quiet"));
        await quiet.TakeAsync();
        return (flipping, quiet);
    }

    private static async Task FlipAsync(TestHost host, Action<int> after)
    {
        for (var i = 1; i <= Flips; i++)
        {
            await host.DurableAsync(
                new ReportLine
                {
                    Number = i,
                    At = DateTimeOffset.UnixEpoch,
                    Facts = host.Facts with { Kernel = i % 2 == 1 ? "1.0" : "2.0" },
                }
            );
            after(i);
        }
    }

    private static Task<(long Publications, long Identities, long Audit)> WrittenAsync(RunningServer server) =>
        server.Database.ReadAsync(async db =>
            (
                await db.ValueAsync<long>("select sequence from publication where id = 1"),
                await db.ValueAsync<long>("select count(*) from identity_changes"),
                await db.ValueAsync<long>("select count(*) from audit")
            )
        );
}
