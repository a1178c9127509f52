using System.Net;
using System.Text.RegularExpressions;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Hosting;

public sealed partial class HealthTests
{
    [Fact]
    public async Task Health_readiness_and_metrics_answer_without_a_token()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        await host.TakeAsync();
        var client = server.Client();
        Assert.Equal("alive\n", await client.GetStringAsync("/healthz"));
        Assert.Equal("ready\n", await client.GetStringAsync("/readyz"));
        var metrics = await client.GetStringAsync("/metrics");
        Assert.Contains("\niwtune_hosts 1\n", metrics, StringComparison.Ordinal);
        Assert.Matches(AtLeastOneCheckIn(), metrics);
        Assert.All(metrics.TrimEnd().Split('\n'), line => Assert.Matches(PrometheusLine(), line));
    }

    [Fact]
    public async Task Answers_say_what_a_browser_may_do_with_them()
    {
        await using var server = await RunningServer.StartAsync();
        using var page = await server.Client().GetAsync("/sign-in");
        Assert.Equal(HttpStatusCode.OK, page.StatusCode);
        var policy = Assert.Single(page.Headers.GetValues("Content-Security-Policy"));
        Assert.DoesNotContain("unsafe", policy, StringComparison.Ordinal);
        Assert.Contains("frame-ancestors 'none'", policy, StringComparison.Ordinal);
        Assert.Equal("nosniff", Assert.Single(page.Headers.GetValues("X-Content-Type-Options")));
        Assert.False(page.Headers.Contains("Server"));
    }

    [GeneratedRegex(@"\niwtune_checkins_total [1-9]\d*\n")]
    private static partial Regex AtLeastOneCheckIn();

    [GeneratedRegex(@"^(# (HELP|TYPE) iwtune_\w+ .+|iwtune_\w+ \d+)$")]
    private static partial Regex PrometheusLine();
}
