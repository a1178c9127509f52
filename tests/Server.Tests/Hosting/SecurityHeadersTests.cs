using IwTune.Server.Console.Assets;
using IwTune.Server.Features.Compliance.Pages;
using IwTune.Server.Features.Traffic.Pages;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Hosting;

public sealed class SecurityHeadersTests
{
    private static readonly Dictionary<string, string> Everywhere = new(StringComparer.Ordinal)
    {
        ["Strict-Transport-Security"] = "max-age=31536000",
        ["X-Content-Type-Options"] = "nosniff",
        ["Referrer-Policy"] = "same-origin",
        ["Cross-Origin-Resource-Policy"] = "same-origin",
    };

    private static readonly string[] PolicyEverywhere = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"];

    private static readonly string[] Bounds = ["; secure", "; path=/", "; samesite=", "; httponly"];

    [Fact]
    public async Task Every_answer_says_what_a_browser_may_do_with_it_and_every_cookie_is_bound_to_this_host()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var stranger = Person.Stranger(server);
        var cookies = new List<string>();
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
            Assert.All(Everywhere, one => Assert.Equal([one.Value], Header(answer, one.Key)));
            var policy = Assert.Single(Header(answer, "Content-Security-Policy")).Split("; ");
            Assert.All(PolicyEverywhere, rule => Assert.Contains(rule, policy));
            // Nothing of a page comes from elsewhere or stands in it, and what is no page may do nothing at all.
            var program = path.StartsWith("/api/", StringComparison.Ordinal) || path.StartsWith("/agent/", StringComparison.Ordinal);
            Assert.All(policy, rule => Assert.EndsWith(program || PolicyEverywhere.Contains(rule) ? " 'none'" : " 'self'", rule));
            cookies.AddRange(Header(answer, "Set-Cookie"));
        }
        using var fresh = Person.Stranger(server);
        var password = await TestAccounts.AddAsync(server, "ada", [new AccessGrant(Role.Viewer)]);
        using var signedIn = await fresh.SubmitAsync("/sign-in", "sign-in", ("Input.Name", "ada"), ("Input.Password", password));
        cookies.AddRange(Header(signedIn, "Set-Cookie"));
        Assert.All(cookies, cookie => Assert.All(Bounds, part => Assert.Contains(part, cookie, StringComparison.OrdinalIgnoreCase)));
        var names = cookies.Select(cookie => cookie.Split('=')[0]).Distinct(StringComparer.Ordinal).ToList();
        Assert.All(names, name => Assert.StartsWith("__Host-", name, StringComparison.Ordinal));
        Assert.Contains("__Host-iwtune", names);
        Assert.Contains(names, name => name.Contains("form", StringComparison.Ordinal));
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

    [Fact]
    public async Task No_call_and_no_page_answers_a_trace()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        foreach (var path in (string[])["/", "/hosts", "/sign-in", "/healthz", FleetPaths.Hosts, AgentPaths.CheckIn, "/nowhere"])
        {
            using var request = new HttpRequestMessage(HttpMethod.Trace, path) { Headers = { { "X-Secret", "not-to-come-back" } } };
            using var answer = await person.Http.SendAsync(request);
            Assert.False(answer.IsSuccessStatusCode, path);
            Assert.DoesNotContain("not-to-come-back", await answer.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        }
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

    private static IEnumerable<string> Header(HttpResponseMessage answer, string name) =>
        answer.Headers.TryGetValues(name, out var values) ? values : [];
}
