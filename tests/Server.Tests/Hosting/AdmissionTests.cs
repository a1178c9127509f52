using System.Net;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Hosting;

public sealed class AdmissionTests
{
    [Fact]
    public async Task A_flood_of_one_kind_leaves_the_others_what_they_need()
    {
        await using var server = await RunningServer.StartAsync(with: o => o with { Budget = ["reports=1"] });
        var host = await server.EnrolAsync();
        var reports = server.Get<Admission>().Reports;
        // The only place and the whole queue behind it are taken.
        Assert.True(await reports.EnterAsync(default));
        var line = Enumerable.Range(0, BudgetSizes.Line).Select(_ => reports.EnterAsync(default).AsTask()).ToList();

        using var refused = await host.ReportAsync(host.Line(new HostEvent(HostEventKind.Applied, "", "one")));
        var problem = await refused.ProblemAsync(HttpStatusCode.ServiceUnavailable);
        Assert.Contains("reports", problem.Title, StringComparison.Ordinal);
        Assert.InRange(refused.Headers.RetryAfter!.Delta!.Value, TimeSpan.FromSeconds(1), TimeSpan.FromMinutes(5));

        Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync()).StatusCode);
        using var anybody = server.Client();
        Assert.Equal(HttpStatusCode.OK, (await anybody.GetAsync("/healthz")).StatusCode);
        using var api = await server.ApiAsync();
        Assert.Equal(HttpStatusCode.OK, (await api.GetAsync(FleetPaths.Hosts)).StatusCode);

        var told = await anybody.GetStringAsync("/metrics");
        Assert.Contains($"iwtune_calls_queued{{budget=\"reports\"}} {BudgetSizes.Line}", told, StringComparison.Ordinal);

        for (var i = 0; i <= BudgetSizes.Line; i++)
            reports.Leave();
        Assert.Equal(1, await host.DurableAsync(host.Line(new HostEvent(HostEventKind.Applied, "", "one"), 1)));
        Assert.All(line, one => Assert.True(one.Result));
    }

    [Fact]
    public async Task Check_ins_and_health_are_answered_while_hosts_pour_in_reports()
    {
        await using var server = await RunningServer.StartAsync(with: o => o with { Budget = ["reports=4"] });
        var (flooding, other) = (new List<TestHost>(), await server.EnrolAsync("calm"));
        for (var i = 0; i < 8; i++)
            flooding.Add(await server.EnrolAsync($"flood-{i}"));
        using var enough = new CancellationTokenSource();
        var floods = flooding
            .Select(host =>
                Task.Run(async () =>
                {
                    var durable = 0L;
                    while (!enough.IsCancellationRequested)
                        durable = await host.DurableAsync([
                            .. Enumerable.Range(0, 50).Select(_ => host.Line(new HostEvent(HostEventKind.Applied, "", "again"))),
                        ]);
                    return durable;
                })
            )
            .ToList();
        using var anybody = server.Client();
        for (var i = 0; i < 30; i++)
        {
            Assert.Equal(HttpStatusCode.NoContent, (await other.CheckInAsync()).StatusCode);
            Assert.Equal(HttpStatusCode.OK, (await anybody.GetAsync("/healthz")).StatusCode);
        }
        await enough.CancelAsync();
        Assert.All(await Task.WhenAll(floods), durable => Assert.True(durable > 0 && durable % 50 == 0));
    }

    [Theory]
    [InlineData(1, 1L << 30, 8)]
    [InlineData(2, 24L << 30, 128)]
    [InlineData(64, 256L << 30, 2048)]
    public void Budgets_follow_processors_and_memory(int cores, long memory, int reports) =>
        Assert.Equal(reports, BudgetSizes.For(cores, memory).Reports);

    [Theory]
    [InlineData("reports=0")]
    [InlineData("reports")]
    [InlineData("nonsense=3")]
    [InlineData("api=1000000")]
    public void A_budget_that_is_none_is_named(string budget) =>
        Assert.Contains(
            new ServerOptions { Data = "/x", Budget = [budget] }.Validate(),
            problem => problem.StartsWith("--budget", StringComparison.Ordinal) && problem.Contains(budget, StringComparison.Ordinal)
        );
}
