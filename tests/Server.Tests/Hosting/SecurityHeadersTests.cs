using IwTune.Server.Console.Assets;
using IwTune.Server.Features.Compliance.Pages;
using IwTune.Server.Features.Traffic.Pages;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Hosting;

public sealed class SecurityHeadersTests
{
    private static readonly string[] Everywhere =
    [
        "Content-Security-Policy",
        "Strict-Transport-Security",
        "X-Content-Type-Options",
        "Referrer-Policy",
        "Cross-Origin-Resource-Policy",
    ];

    private static readonly string[] Bounds = ["; secure", "; path=/", "; samesite=", "; httponly"];

    [Fact]
    public async Task Every_answer_says_what_a_browser_may_do_with_it_and_every_cookie_is_bound_to_this_host()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var stranger = Person.Stranger(server);
        foreach (
            var (who, path) in new[]
            {
                (person, "/"),
                (person, "/hosts"),
                (person, "/account"),
                (person, "/nowhere"),
                (person, FleetPaths.Hosts),
                (person, "/api/v1/nowhere"),
                (stranger, "/sign-in"),
                (stranger, "/hosts"),
                (stranger, FleetPaths.Hosts),
                (stranger, "/healthz"),
                (stranger, "/console.css"),
                (stranger, "/agent/v1/ca"),
            }
        )
        {
            using var answer = await who.GetAsync(path);
            Assert.All(Everywhere, name => Assert.True(answer.Headers.Contains(name), $"{path} lacks {name}"));
            var policy = answer.Headers.GetValues("Content-Security-Policy").Single();
            Assert.DoesNotContain("unsafe", policy, StringComparison.Ordinal);
            Assert.Contains("frame-ancestors 'none'", policy, StringComparison.Ordinal);
            foreach (var cookie in answer.Headers.TryGetValues("Set-Cookie", out var set) ? set : [])
            {
                Assert.StartsWith("__Host-", cookie, StringComparison.Ordinal);
                Assert.All(Bounds, part => Assert.Contains(part, cookie, StringComparison.OrdinalIgnoreCase));
            }
        }
    }

    [Fact]
    public async Task No_cache_keeps_an_answer_but_that_of_a_public_file()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var stranger = Person.Stranger(server);
        foreach (
            var (who, path) in new[]
            {
                (person, "/"),
                (person, "/hosts"),
                (person, "/hosts.csv"),
                (person, "/standing.csv"),
                (person, "/audit.csv"),
                (person, "/palette"),
                (person, "/about"),
                (person, AttentionTrend.Path),
                (person, TrafficTrendSection.Path),
                (person, "/nowhere"),
                (person, FleetPaths.Hosts),
                (person, FleetPaths.AuditExport),
                (stranger, "/sign-in"),
                (stranger, "/hosts"),
                (stranger, "/healthz"),
                (stranger, "/metrics"),
            }
        )
        {
            using var answer = await who.GetAsync(path);
            Assert.True(answer.Headers.CacheControl?.NoStore == true, $"{path}: {answer.Headers.CacheControl}");
        }
        using var style = await stranger.GetAsync(ConsoleAssets.Url(ConsoleAssets.StyleSheet));
        Assert.Equal((true, false), (style.Headers.CacheControl?.Public, style.Headers.CacheControl?.NoStore));
    }

    [Theory]
    [InlineData("//evil.example")]
    [InlineData("https://evil.example/")]
    [InlineData("/\\evil.example")]
    [InlineData("javascript:alert(1)")]
    public async Task Signing_in_leads_to_this_server_alone(string back)
    {
        await using var server = await RunningServer.StartAsync();
        var password = await TestAccounts.AddAsync(server, "ada", [new AccessGrant(Role.Viewer)]);
        using var person = Person.Stranger(server);
        using var answer = await person.SubmitAsync(
            "/sign-in?back=" + Uri.EscapeDataString(back),
            "sign-in",
            ("Input.Name", "ada"),
            ("Input.Password", password!)
        );
        Assert.Equal("/", answer.Headers.Location!.OriginalString);
    }
}
