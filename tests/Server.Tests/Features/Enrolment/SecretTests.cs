using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Features.CheckIns;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Enrolment;

public sealed class SecretTests
{
    [Fact]
    public async Task Both_secrets_are_good_until_the_new_one_is_used_and_then_the_old_one_is_nobodys()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        await host.CheckInAsync();
        (await host.RotateAsync("new")).EnsureSuccessStatusCode();
        Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync()).StatusCode);
        (await host.RotateAsync("new")).EnsureSuccessStatusCode();
        (await host.RotateAsync("newer")).EnsureSuccessStatusCode();
        await (await host.Run(server, "r", "new").CheckInAsync()).ProblemAsync(HttpStatusCode.Unauthorized);
        Assert.Equal(HttpStatusCode.NoContent, (await host.Run(server, "r", "newer").CheckInAsync()).StatusCode);
        await (await host.CheckInAsync()).ProblemAsync(HttpStatusCode.Conflict);
    }

    [Fact]
    public async Task A_server_that_dies_at_any_step_lets_the_host_in_with_what_it_has()
    {
        var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        await host.CheckInAsync();
        server = await AgainAsync(server);
        host = host.Run(server, "r1");
        (await host.RotateAsync("new")).EnsureSuccessStatusCode(); // The answer may be lost: the host does not know that it is stored.
        server = await AgainAsync(server);
        host = host.Run(server, "r2");
        (await host.RotateAsync("new")).EnsureSuccessStatusCode();
        server = await AgainAsync(server);
        Assert.Equal(HttpStatusCode.NoContent, (await host.Run(server, "r3").CheckInAsync(counter: 300)).StatusCode);
        Assert.Equal(HttpStatusCode.NoContent, (await host.Run(server, "r4", "new").CheckInAsync(counter: 400)).StatusCode);
        server = await AgainAsync(server);
        await using var last = server;
        Assert.Equal(HttpStatusCode.NoContent, (await host.Run(server, "r5", "new").CheckInAsync(counter: 500)).StatusCode);
        await (await host.Run(server, "r6").CheckInAsync(counter: 600)).ProblemAsync(HttpStatusCode.Conflict);
        Assert.DoesNotContain(
            "new",
            await server.Database.ReadAsync(db =>
                db.ValueAsync<string>("select secret_hash || next_secret_hash || former_secret_hash from hosts")
            ),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task The_server_asks_when_the_secret_is_old_or_somebody_wants_it_and_wakes_who_waits()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { HostSecretLife = TimeSpan.FromDays(90) });
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        Assert.False((await host.CheckInAsync()).Headers.Contains(AgentPaths.WantsHeader));
        var waiting = host.CheckInAsync(wait: 20);
        await CheckInTests.WaitingAsync(server, 1);
        var decided = await (
            await api.PostAsJsonAsync(
                FleetPaths.RotateHosts,
                new RotateHostsRequest("web-1", Reason: "leaked"),
                EnrolmentJson.Default.RotateHostsRequest
            )
        ).ReadAsync(EnrolmentJson.Default.HostsDecided);
        Assert.Equal(1, decided.Matched);
        Assert.Equal(AgentWants.Rotate, (await waiting).Headers.GetValues(AgentPaths.WantsHeader).Single());
        (await host.RotateAsync("new")).EnsureSuccessStatusCode();
        var renewed = host.Run(server, "r", "new");
        Assert.False((await renewed.CheckInAsync()).Headers.Contains(AgentPaths.WantsHeader));

        server.Clock.Jump(TimeSpan.FromDays(80));
        Assert.False((await renewed.CheckInAsync()).Headers.Contains(AgentPaths.WantsHeader));
        server.Clock.Jump(TimeSpan.FromDays(10));
        Assert.True((await renewed.CheckInAsync()).Headers.Contains(AgentPaths.WantsHeader));
        var told = await server.Database.ReadAsync(db => db.ListAsync<string>("select action || ' ' || reason from audit"));
        Assert.Contains("host.rotate leaked", told);
        Assert.Contains("host.secret leaked", told);
    }

    [Theory]
    [InlineData("")]
    [InlineData("ABC")]
    [InlineData("zz45beaf4f9ea4a3b96e4c7a3a4be8cfaa1da1d1d6e5b2b9a1a1a1a1a1a1a1a1")]
    public async Task What_is_no_hash_is_refused(string hash)
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        await (await host.Client.PostAsJsonAsync(AgentPaths.Rotate, new RotateRequest(hash), WireJson.Default.RotateRequest)).ProblemAsync(
            HttpStatusCode.BadRequest
        );
    }

    private static async Task<RunningServer> AgainAsync(RunningServer server)
    {
        await server.StopAsync();
        return await RunningServer.StartAsync(server.Data);
    }
}
