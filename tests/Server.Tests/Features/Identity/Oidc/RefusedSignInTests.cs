using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Tests.Running;
using Microsoft.Extensions.Logging;

namespace IwTune.Server.Tests.Features.Identity.Oidc;

/// <summary>Sign-ins that fail before there is a token.</summary>
public sealed class RefusedSignInTests(BackChannelLogoutTests.Company company) : IClassFixture<BackChannelLogoutTests.Company>
{
    [Fact]
    public async Task What_a_browser_brings_back_is_one_line_of_the_log_that_hides_nothing()
    {
        using var log = new LogRecorder();
        company.Server.Get<ILoggerFactory>().AddProvider(log);
        using var browser = company.Server.Client();
        using var away = await browser.GetAsync("/sign-in/company");
        var state = System.Web.HttpUtility.ParseQueryString(away.Headers.Location!.Query)["state"]!;
        var said = Uri.EscapeDataString("\u001b[2Jfirst\r\nwarn: second");
        using var back = await browser.GetAsync(
            $"/sign-in/callback?error=odd&error_description={said}&state={Uri.EscapeDataString(state)}"
        );
        Assert.Equal(OidcRefusal.Page, back.RequestMessage!.RequestUri!.AbsolutePath);
        var line = Assert.Single(log.Lines, line => line.Contains("second", StringComparison.Ordinal));
        Assert.DoesNotContain(line, char.IsControl);
        Assert.Contains("\\u001b[2Jfirst  warn: second", line, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("cross-site", "/sign-in?back=%2Fpolicies")]
    [InlineData("same-site", "/sign-in?back=%2Fpolicies")]
    [InlineData("none", "/sign-in?back=%2Fpolicies")]
    [InlineData("same-origin", null)]
    public async Task A_link_from_elsewhere_leads_to_the_page_whose_button_starts_the_sign_in(string site, string? expected)
    {
        using var browser = company.Server.Client(through: inner =>
        {
            ((SocketsHttpHandler)inner).AllowAutoRedirect = false;
            return inner;
        });
        using var request = new HttpRequestMessage(HttpMethod.Get, "/sign-in/company?back=/policies");
        request.Headers.Add("Sec-Fetch-Site", site);
        using var answer = await browser.SendAsync(request);
        Assert.Equal(expected ?? company.Provider.Settings.Issuer, Start(answer.Headers.Location!.OriginalString));

        string Start(string address) => expected is null ? address[..company.Provider.Settings.Issuer.Length] : address;
    }

    [Fact]
    public async Task A_provider_that_gives_itself_another_name_is_not_used()
    {
        var settings = company.Provider.Settings with { Issuer = company.Provider.Settings.Issuer + "/" };
        await using var server = await RunningServer.StartAsync(with: options => options with { Oidc = settings });
        using var browser = server.Client();
        using var away = await browser.GetAsync("/sign-in/company");
        Assert.Equal(OidcRefusal.Page, away.RequestMessage!.RequestUri!.AbsolutePath);
        Assert.Contains("cannot be reached", await away.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }
}
