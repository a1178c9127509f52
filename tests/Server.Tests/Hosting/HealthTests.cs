using System.Net;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Hosting;

public sealed class HealthTests
{
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
}
