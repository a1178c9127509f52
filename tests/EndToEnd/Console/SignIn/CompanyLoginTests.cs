using IwTune.Lab;
using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console.SignIn;

/// <summary>OpenID Connect as a person uses it: a real provider, a real browser, the real server.</summary>
public sealed class CompanyLoginTests(Browser browser, CompanyLoginTests.Company company) : IClassFixture<CompanyLoginTests.Company>
{
    public sealed class Company : IAsyncLifetime
    {
        public Glewlwyd Provider { get; private set; } = null!;

        public ConsoleServer Server { get; private set; } = null!;

        public async ValueTask InitializeAsync()
        {
            Provider = await Glewlwyd.StartAsync();
            Server = await ConsoleServer.StartAsync(
                "--oidc-issuer",
                Provider.Issuer,
                "--oidc-client",
                Glewlwyd.ClientId,
                "--oidc-secret-file",
                Provider.SecretFile,
                "--oidc-map",
                "netops=admin",
                "--oidc-map",
                "staff=viewer",
                "--oidc-name",
                "Company login",
                "--local-sign-in",
                "break-glass",
                "--session-refresh",
                "10s"
            );
            await Provider.AddClientAsync(Server.Url);
            await Provider.AddUserAsync("ada", "netops", "staff");
            await Provider.AddUserAsync("bob", "staff");
            await Provider.AddUserAsync("eve", "gardeners");
            await Provider.AddUserAsync("leaver", "staff");
        }

        public async ValueTask DisposeAsync()
        {
            if (Server is not null)
                await Server.DisposeAsync();
            if (Provider is not null)
                await Provider.DisposeAsync();
        }
    }

    [Fact]
    public async Task Somebody_of_a_mapped_group_signs_in_is_who_the_provider_says_and_signs_out_there_too()
    {
        await using var session = await browser.OpenAsync(company.Server);
        var page = session.Page;
        await page.GotoAsync("/policies");
        await BeginAsync(session, "ada", open: false);
        await GrantAsync(page);
        await page.ArriveAsync("**/policies");
        // The provider's own page reports errors.
        session.TakeErrors();
        Assert.True(await page.Locator("a[href='/enrolment']").First.IsVisibleAsync(), "an administrator sees the administrator's pages");
        await page.GotoAsync("/account");
        Assert.Contains("‘netops’, ‘staff’", await page.InnerTextAsync("main"), StringComparison.Ordinal);
        session.AssertQuiet();

        await page.ClickAsync("details.menu summary");
        await page.ClickAsync("details.menu form[action='/sign-out'] button");
        await page.ArriveAsync("**/login.html**");
        Assert.Contains(company.Provider.Issuer.Split("/api")[0], page.Url, StringComparison.Ordinal);
        Assert.DoesNotContain(session.TakeErrors(), error => error.Contains("Content Security Policy", StringComparison.Ordinal));
        await page.GotoAsync(company.Server.Url + "/hosts");
        Assert.Contains("/sign-in", page.Url, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Somebody_of_no_mapped_group_gets_in_nowhere_and_reads_which_groups_came()
    {
        await using var session = await browser.OpenAsync(company.Server);
        await BeginAsync(session, "eve");
        await GrantAsync(session.Page);
        await session.Page.ArriveAsync("**/sign-in/refused");
        Assert.Contains("‘gardeners’", await session.Page.InnerTextAsync("main"), StringComparison.Ordinal);
        await session.Page.GotoAsync("/hosts");
        Assert.Contains("/sign-in", session.Page.Url, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_callback_counts_once_in_the_browser_that_began_and_a_no_is_a_no()
    {
        await using var session = await browser.OpenAsync(company.Server);
        var page = session.Page;
        var callback = "";
        page.Request += (_, request) =>
            callback = request.Url.Contains("/sign-in/callback", StringComparison.Ordinal) ? request.Url : callback;
        await BeginAsync(session, "bob");
        await GrantAsync(page);
        await page.ArriveAsync("**/");
        await using var other = await browser.OpenAsync(company.Server);
        foreach (
            var (where, address) in new[]
            {
                (page, callback),
                (other.Page, callback),
                (page, callback.Replace("state=", "state=A", StringComparison.Ordinal)),
                (page, "/sign-in/callback?code=made-up"),
            }
        )
        {
            await where.GotoAsync(address);
            Assert.EndsWith("/sign-in/refused", where.Url, StringComparison.Ordinal);
            Assert.Contains("This sign-in expired", await where.InnerTextAsync("main"), StringComparison.Ordinal);
        }
        await other.Page.GotoAsync("/hosts");
        Assert.Contains("/sign-in", other.Page.Url, StringComparison.Ordinal);

        await other.Page.GotoAsync("/sign-in");
        await other.Page.ClickAsync("a.across");
        await other.Page.ArriveAsync("**/login.html**");
        var state = System
            .Text.RegularExpressions.Regex.Match(
                Uri.UnescapeDataString(other.Page.Url),
                "state=([^&]+)",
                System.Text.RegularExpressions.RegexOptions.None,
                TimeSpan.FromSeconds(1)
            )
            .Groups[1]
            .Value;
        await other.Page.GotoAsync($"{company.Server.Url}/sign-in/callback?error=access_denied&state={state}");
        Assert.Contains("You cancelled the sign-in at Company login", await other.Page.InnerTextAsync("main"), StringComparison.Ordinal);

        Assert.DoesNotContain(Glewlwyd.Secret, company.Server.Output, StringComparison.Ordinal);
        Assert.DoesNotContain(Glewlwyd.PasswordOf("bob"), company.Server.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("code=", company.Server.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_session_ends_when_the_provider_takes_the_groups_away()
    {
        await using var session = await browser.OpenAsync(company.Server);
        var page = session.Page;
        await BeginAsync(session, "leaver");
        await GrantAsync(page);
        await page.ArriveAsync("**/");
        await company.Provider.SetGroupsAsync("leaver", "gardeners");
        await Until.TrueAsync(
            async () =>
            {
                await page.GotoAsync("/about");
                return page.Url.Contains("/sign-in", StringComparison.Ordinal);
            },
            () => $"the session goes on at {page.Url}"
        );
    }

    internal static async Task BeginAsync(Session session, string name, bool open = true)
    {
        if (open)
            await session.Page.GotoAsync("/sign-in");
        await session.Page.ClickAsync("a.across");
        await session.Page.ArriveAsync("**/login.html**");
        await session.Page.FillAsync("#username", name);
        await session.Page.FillAsync("#password", Glewlwyd.PasswordOf(name));
        await session.Page.Keyboard.PressAsync("Enter");
    }

    // The provider's consent page asks whether this server may receive the identity. The page sometimes loses a click on "Continue" while
    // it draws itself again after the grant, so the click is repeated until the page is left.
    internal static async Task GrantAsync(IPage page)
    {
        await page.CheckAsync("#grant-profile");
        await page.ClickAsync("button:has-text('Grant access')");
        var go = page.Locator("button:has-text('Continue')");
        await go.WaitForAsync();
        await Until.TrueAsync(
            async () =>
            {
                try
                {
                    if (await go.IsVisibleAsync())
                        await go.ClickAsync(new() { Timeout = 5000 });
                }
                catch (TimeoutException)
                {
                    // The page it leads to is slow, or the button went away under the click.
                }
                return !page.Url.Contains("/login.html", StringComparison.Ordinal);
            },
            () => $"the consent page does not go on: {page.Url}"
        );
    }
}
