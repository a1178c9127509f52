using System.Net;
using IwTune.Server.Hosting.Readiness;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Hosting;

/// <summary>Unauthenticated callers see only whether the server is ready.</summary>
public sealed class MonitoringTests
{
    [Theory]
    [InlineData("X-Forwarded-For", "203.0.113.9")]
    [InlineData("Forwarded", "for=203.0.113.9")]
    public async Task A_stranger_behind_a_proxy_of_this_machine_that_is_not_named_is_not_taken_for_this_machine(string header, string value)
    {
        await using var server = await RunningServer.StartAsync();
        using var here = server.Client();
        Assert.Equal(HttpStatusCode.OK, (await here.GetAsync("/metrics")).StatusCode);
        using var stranger = server.Client();
        stranger.DefaultRequestHeaders.Add(header, value);

        using var refused = await stranger.GetAsync("/metrics");

        Assert.Equal(HttpStatusCode.Forbidden, refused.StatusCode);
        Assert.Contains("--proxy", await refused.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        Assert.Equal("ready\n", await stranger.GetStringAsync("/readyz"));
    }

    [Fact]
    public async Task A_stranger_learns_whether_it_is_ready_and_nothing_else()
    {
        await using var server = await RunningServer.StartAsync(with: options =>
            options with
            {
                Proxies = ["127.0.0.0/8"],
                MonitorFrom = ["198.51.100.7", "2001:db8::/32"],
            }
        );
        using var stranger = From(server, "203.0.113.9");
        Assert.Equal(HttpStatusCode.Forbidden, (await stranger.GetAsync("/metrics")).StatusCode);
        Assert.Equal("ready\n", await stranger.GetStringAsync("/readyz"));
        foreach (var monitor in (string[])["198.51.100.7", "2001:db8::5", "127.0.0.1"])
        {
            using var known = From(server, monitor);
            Assert.Contains("iwtune_ready", await known.GetStringAsync("/metrics"), StringComparison.Ordinal);
        }
        server.Get<MemoryRoom>().Read = () => (99, 100);
        server.Clock.Jump(TimeSpan.FromSeconds(5));
        using var refused = await stranger.GetAsync("/readyz");
        Assert.Equal((HttpStatusCode.ServiceUnavailable, "not ready\n"), (refused.StatusCode, await refused.Content.ReadAsStringAsync()));
        using var known2 = From(server, "198.51.100.7");
        using var told = await known2.GetAsync("/readyz");
        Assert.Contains("memory", await told.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_token_opens_them_from_everywhere()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Proxies = ["127.0.0.0/8"] });
        using var api = await server.ApiAsync(Role.Viewer);
        api.DefaultRequestHeaders.Add("X-Forwarded-For", "203.0.113.9");
        Assert.StartsWith("# HELP", await api.GetStringAsync("/metrics"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_token_that_cannot_be_checked_because_the_store_is_away_is_no_fault_of_the_server()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Proxies = ["127.0.0.0/8"] });
        using var api = await server.ApiAsync(Role.Viewer);
        await server.Database.WriteAsync(write => write.ExecuteAsync("drop table readiness"));
        await server.Database.WriteAsync(write => write.ExecuteAsync("alter table tokens rename to tokens_away"));
        using (var here = await api.GetAsync("/readyz"))
        {
            Assert.Equal(HttpStatusCode.ServiceUnavailable, here.StatusCode);
            Assert.Contains("\"steps\"", await here.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        }
        Assert.Equal("alive\n", await api.GetStringAsync("/healthz"));
        api.DefaultRequestHeaders.Add("X-Forwarded-For", "203.0.113.9");
        using (var away = await api.GetAsync("/readyz"))
            Assert.Equal("not ready\n", await away.Content.ReadAsStringAsync());
        using var refused = await api.GetAsync("/metrics");
        Assert.Equal(HttpStatusCode.ServiceUnavailable, refused.StatusCode);
        Assert.Contains("token cannot be checked", await refused.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    private static HttpClient From(RunningServer server, string address)
    {
        var client = server.Client();
        client.DefaultRequestHeaders.Add("X-Forwarded-For", address);
        return client;
    }
}
