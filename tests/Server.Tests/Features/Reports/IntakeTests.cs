using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Reports;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Reports;

/// <summary>
/// Posts of many hosts that share transactions: nothing is lost, nothing is stored twice, and no post is acknowledged beyond what is
/// stored.
/// </summary>
public sealed class IntakeTests
{
    [Theory]
    [InlineData(3)]
    [InlineData(11)]
    public async Task However_posts_of_many_hosts_race_each_line_is_stored_once_and_in_order(int seed)
    {
        const int Lines = 40;
        await using var server = await RunningServer.StartAsync();
        var intake = server.Get<Intake>();
        var hosts = new List<FleetHost>();
        for (var i = 0; i < 6; i++)
            hosts.Add(server.Get<HostDirectory>().Find((await server.EnrolAsync($"web-{i}")).Id)!);

        // Three senders for each host, as when answers are lost and posts repeated: each sends pieces from any position until everything is
        // durable.
        await Task.WhenAll(
            hosts.SelectMany(host =>
                Enumerable
                    .Range(0, 3)
                    .Select(sender =>
                        Task.Run(async () =>
                        {
                            var random = new Random((seed * 100) + sender);
                            var durable = 0L;
                            for (var round = 0; durable < Lines; round++)
                            {
                                Assert.True(round < 2000, "the lines never all arrived");
                                var from = random.NextInt64(durable + 1);
                                var piece = Enumerable
                                    .Range((int)from + 1, (int)Math.Min(random.Next(1, 9), Lines - from))
                                    .OrderBy(_ => random.Next())
                                    .Select(number => Line(host, number))
                                    .ToList();
                                var told = (await intake.TakeAsync(new(host, piece))).Durable;
                                Assert.True(told >= durable, "durable never goes back");
                                Assert.True(await StoredAsync(server, host) >= told, "more was told than is stored");
                                durable = told;
                            }
                        })
                    )
            )
        );

        foreach (var host in hosts)
        {
            var texts = await server.Database.ReadAsync(db =>
                db.ListAsync<string>(
                    "select text from host_history where host_id = @Id and report_number is not null order by report_number",
                    new { host.Id }
                )
            );
            Assert.Equal(Enumerable.Range(1, Lines).Select(number => $"{host.Identity.Name} {number}"), texts);
        }
        Assert.Equal(0, intake.Posts);
    }

    [Fact]
    public async Task A_post_that_the_store_refuses_takes_no_other_with_it()
    {
        await using var server = await RunningServer.StartAsync();
        var (intake, hosts) = (server.Get<Intake>(), server.Get<HostDirectory>());
        var good = new List<FleetHost>();
        for (var i = 0; i < 8; i++)
            good.Add(hosts.Find((await server.EnrolAsync($"web-{i}")).Id)!);
        // This host is not in the store: its report violates a reference there.
        var bad = new FleetHost(
            new HostIdentity("nobody", "nobody", "linux", "6.1", new Dictionary<string, string>()),
            new HostCredential(new byte[32])
        );

        var refused = intake.TakeAsync(new(bad, [Line(bad, 1)]));
        var taken = await Task.WhenAll(good.Select(host => intake.TakeAsync(new(host, [Line(host, 1)]))));

        await Assert.ThrowsAnyAsync<Exception>(() => refused);
        Assert.All(taken, reply => Assert.Equal(1, reply.Durable));
        foreach (var host in good)
            Assert.Equal(1, await StoredAsync(server, host));
    }

    private static LineRows Line(FleetHost host, int number) =>
        LineRows.Of(
            host.Id,
            new ReportLine
            {
                Number = number,
                At = DateTimeOffset.UnixEpoch,
                Event = new(HostEventKind.Applied, "", $"{host.Identity.Name} {number}"),
            },
            0
        );

    private static Task<long> StoredAsync(RunningServer server, FleetHost host) =>
        server.Database.ReadAsync(db =>
            db.ValueAsync<long>("select count(*) from host_history where host_id = @Id and report_number is not null", new { host.Id })
        );
}
