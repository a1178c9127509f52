using System.Net;
using System.Text.Json;
using IwTune.Lab;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting.Readiness;
using IwTune.Server.Tests.Running;
using IwTune.Server.Tests.Storage;

namespace IwTune.Server.Tests.Hosting;

public sealed class ReadinessTests
{
    [Fact]
    public async Task A_round_trip_leaves_nothing_behind()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, assign: "*");
        var before = await CountsAsync(server);
        Assert.Equal("ready\n", await server.Client().GetStringAsync("/readyz"));
        Assert.Equal("alive\n", await server.Client().GetStringAsync("/healthz"));
        Assert.Equal(before, await CountsAsync(server));
        Assert.Equal(0, server.Get<IwTune.Server.Features.Hosts.HostDirectory>().Count);

        using var asked = new HttpRequestMessage(HttpMethod.Get, "/readyz");
        asked.Headers.Accept.ParseAdd("application/json");
        using var answer = await server.Client().SendAsync(asked);
        using var told = JsonDocument.Parse(await answer.Content.ReadAsStringAsync());
        Assert.Equal(
            ["feed", "room", "memory", "enrol", "policy", "report", "store"],
            told.RootElement.GetProperty("steps").EnumerateArray().Select(step => step.GetProperty("step").GetString())
        );
    }

    [Theory]
    [InlineData("alter table hosts rename to hosts_away", "enrol")]
    [InlineData("alter table host_states rename to host_states_away", "report")]
    [InlineData("alter table verdicts rename to verdicts_away", "report")]
    [InlineData("drop table readiness", "store")]
    public async Task What_is_broken_in_the_store_is_told_by_its_step(string breaking, string step)
    {
        await using var server = await RunningServer.StartAsync();
        await server.Database.WriteAsync(write => write.ExecuteAsync(breaking));
        Assert.NotEmpty(await ProblemAsync(server, step));
        Assert.Equal("alive\n", await server.Client().GetStringAsync("/healthz"));
    }

    [Fact]
    public async Task A_key_that_cannot_sign_is_told_and_an_answer_is_kept_for_seconds()
    {
        await using var server = await RunningServer.StartAsync();
        Assert.Equal("ready\n", await server.Client().GetStringAsync("/readyz"));
        server.Get<HeldKeys>().Current.SignersFor(acknowledged: null)[0].Dispose();
        Assert.Equal("ready\n", await server.Client().GetStringAsync("/readyz"));
        server.Clock.Jump(TimeSpan.FromSeconds(5));
        Assert.NotEmpty(await ProblemAsync(server, "policy"));
    }

    [Fact]
    public async Task Memory_that_runs_out_is_told_before_it_has()
    {
        await using var server = await RunningServer.StartAsync();
        server.Get<MemoryRoom>().Read = () => (899L << 20, 1000L << 20);
        Assert.Equal("ready\n", await server.Client().GetStringAsync("/readyz"));
        server.Get<MemoryRoom>().Read = () => (950L << 20, 1000L << 20);
        server.Clock.Jump(TimeSpan.FromSeconds(5));
        Assert.StartsWith("950 of the 1,000 MiB", await ProblemAsync(server, "memory"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_full_disk_is_told_and_forgotten_when_there_is_room()
    {
        using var disk = SmallDisk.Require();
        await using var server = await RunningServer.StartAsync(disk.Data);
        disk.Fill();
        Assert.Contains("make room", await ProblemAsync(server, "room"), StringComparison.Ordinal);
        disk.MakeRoom();
        server.Clock.Jump(TimeSpan.FromSeconds(5));
        Assert.Equal("ready\n", await server.Client().GetStringAsync("/readyz"));
    }

    [Theory, Trait("Needs", "daemon")]
    [InlineData("set default_transaction_read_only = on", "reset default_transaction_read_only", "read-only")]
    [InlineData("allow_connections false", "allow_connections true", "not currently accepting connections")]
    public async Task A_database_that_is_read_only_or_away_is_told_and_forgotten_when_it_is_back(
        string breaking,
        string mending,
        string told
    )
    {
        var url = await TestStore.EmptyPostgresAsync();
        await using var server = await RunningServer.StartAsync(with: options => options with { Database = url });
        Assert.Equal("ready\n", await server.Client().GetStringAsync("/readyz"));
        await TestStore.AlterAsync(server.Database.Shown, breaking);
        await ReadyAsync(
            server,
            (status, text) => status == HttpStatusCode.ServiceUnavailable && text.Contains(told, StringComparison.Ordinal)
        );
        Assert.Equal("alive\n", await server.Client().GetStringAsync("/healthz"));
        await TestStore.AlterAsync(server.Database.Shown, mending);
        await ReadyAsync(server, (status, _) => status == HttpStatusCode.OK);
    }

    /// <summary>Asks until the answer is as expected, each time past the cached answer.</summary>
    private static async Task ReadyAsync(RunningServer server, Func<HttpStatusCode, string, bool> wanted)
    {
        var text = "";
        using var client = server.Client();
        await Until.TrueAsync(
            async () =>
            {
                server.Clock.Jump(TimeSpan.FromSeconds(5));
                using var answer = await client.GetAsync("/readyz");
                text = await answer.Content.ReadAsStringAsync();
                return wanted(answer.StatusCode, text);
            },
            () => text
        );
    }

    private static async Task<string> ProblemAsync(RunningServer server, string step)
    {
        using var answer = await server.Client().GetAsync("/readyz");
        var text = await answer.Content.ReadAsStringAsync();
        Assert.True(answer.StatusCode == HttpStatusCode.ServiceUnavailable, text);
        using var told = JsonDocument.Parse(text);
        Assert.False(told.RootElement.GetProperty("ready").GetBoolean());
        var found = told.RootElement.GetProperty("steps").EnumerateArray().First(one => one.GetProperty("step").GetString() == step);
        return found.TryGetProperty("problem", out var problem) ? problem.GetString()! : throw new InvalidOperationException(text);
    }

    private static Task<long> CountsAsync(RunningServer server) =>
        server.Database.ReadAsync(db =>
            db.ValueAsync<long>(
                """
                select (select count(*) from hosts) + (select count(*) from audit) + (select count(*) from verdicts) + (select count(*) from verdict_changes)
                  + (select count(*) from host_states) + (select count(*) from identity_changes) + (select count(*) from webhook_deliveries)
                """
            )
        );
}
