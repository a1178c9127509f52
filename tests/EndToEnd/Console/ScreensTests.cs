using IwTune.Lab;
using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console;

/// <summary>
/// Every page, both themes, six widths, with names as long as they may be: no errors, no sideways scrolling, no column out of sight, no
/// violation of axe-core's rules; a picture of each is kept in artifacts/screens.
/// </summary>
public sealed class ScreensTests(Browser browser, ScreensTests.Fleet fleet) : IClassFixture<ScreensTests.Fleet>
{
    public sealed class Fleet : IAsyncLifetime
    {
        private readonly DecliningReceiver receiver = new();

        public ConsoleServer Server { get; private set; } = null!;

        internal SeededAccess Access { get; private set; } = null!;

        /// <summary>Every page, including those of single objects.</summary>
        internal IReadOnlyList<(string Name, string Path)> Pages =>
            [
                .. Fixed,
                ("webhook", $"/webhooks/{Access.Webhook}"),
                ("webhook-dead", $"/webhooks/{Access.Webhook}?state=dead"),
                ("webhook-remove", $"/webhooks/{Access.Webhook}/remove"),
                ("run", $"/compliance/runs/{Access.Runs.Later}"),
                ("runs-compare", $"/compliance/runs/compare?from={Access.Runs.Earlier}&to={Access.Runs.Later}"),
                ("schedule-remove", $"/compliance/runs/schedules/{Access.RunSchedule}/remove"),
                ("legal-hold-lift", $"/retention/holds/{Access.LegalHold}/lift"),
                ("token-rotate", $"/tokens/rotate?id={Access.ApiToken}"),
                ("token-revoke", $"/tokens/revoke?id={Access.ApiToken}"),
                ("host-waits", $"/enrolment/decide?host={Access.Waiting}&act=approve"),
                ("host-copied", $"/enrolment/clone?id={Access.Copied}&act=adopt"),
                ("host-long", $"/hosts/{SeededAccess.LongHost}"),
                ("policy-long", $"/policies/{SeededAccess.LongPolicy}"),
                ("user-long", $"/users/{SeededAccess.LongUser}"),
            ];

        /// <summary>Pages with buttons that need a permission.</summary>
        internal IReadOnlyList<(string Name, string Path)> Watched =>
            [
                ("users", "/users"),
                ("user", "/users/linus"),
                ("tokens", "/tokens"),
                ("webhooks", "/webhooks"),
                ("webhook", $"/webhooks/{Access.Webhook}"),
                ("retention", "/retention"),
                ("policy", "/policies/edge-web"),
                ("host", "/hosts/fra-web-002"),
                ("exceptions", "/compliance/exceptions"),
            ];

        public async ValueTask InitializeAsync()
        {
            Server = await ConsoleServer.StartAsync("--webhook-network", "127.0.0.0/8");
            await SeededFleet.MakeAsync(Server);
            Access = await SeededAccess.MakeAsync(Server, receiver);
        }

        public async ValueTask DisposeAsync()
        {
            await Server.DisposeAsync();
            await receiver.DisposeAsync();
        }
    }

    private static readonly (string Name, string Path)[] Fixed =
    [
        ("overview", "/"),
        ("hosts-facets", "/hosts?facets=true"),
        ("inbox", "/inbox"),
        ("hosts", "/hosts"),
        ("hosts-filtered", "/hosts?q=site%3Afra+state%3Acompliant&sort=-rtt"),
        ("hosts-columns", "/hosts?cols=window%2Cpolicy%2Cos%2Cagent%2Cowner%2Clabel%3Asite%2Cseen"),
        ("hosts-policy", "/hosts/policy?selector=site%3Afra&policy=lab"),
        ("hosts-label", "/hosts/label?selector=site%3Afra"),
        ("hosts-views", "/hosts/views"),
        ("hosts-no-match", "/hosts?q=site%3Amars"),
        ("hosts-bad-filter", "/hosts?q=colour!%3Ablue"),
        ("host", "/hosts/fra-web-002"),
        ("host-day", "/compliance/hosts/fra-web-002"),
        ("host-repaired", "/hosts/fra-web-005"),
        ("host-failed", "/hosts/fra-web-003"),
        ("host-held", "/hosts/nyc-web-001"),
        ("host-fighting", "/hosts/lon-web-001"),
        ("host-old-traffic", "/hosts/fra-web-004"),
        ("host-without-traffic", "/hosts/fra-sql-001"),
        ("host-never-seen", "/hosts/fra-web-007"),
        ("standing", "/standing"),
        ("standing-drift", "/standing?kind=drift&days=7"),
        ("standing-holds", "/standing?kind=holds"),
        ("standing-none", "/standing?kind=refused&q=site%3Amars"),
        ("host-pinned", "/hosts/nyc-web-002"),
        ("holds-set", "/holds/set?selector=site%3Afra"),
        ("holds-released", "/holds/release?hold=none"),
        ("policies", "/policies"),
        ("policy", "/policies/edge-web"),
        ("policy-new", "/policies/new"),
        ("policy-edit", "/policies/edge-web/edit"),
        ("policy-diff", "/policies/edge-web/diff?from=1&to=2"),
        ("policy-rollback", "/policies/edge-web/rollback?to=1"),
        ("policy-assign", "/policies/lab/assign"),
        ("exceptions", "/compliance/exceptions?all=true"),
        ("exception-new", "/compliance/exceptions/new?hosts=site%3Afra"),
        ("host-limits", "/hosts/ams-web-002"),
        ("enrolment", "/enrolment"),
        ("hosts-approve", "/enrolment/decide?selector=*&act=approve"),
        ("agents", "/agents?rings=1,50%25,100%25"),
        ("agents-refused", "/agents?q=agent:0.1.0&rings=1&to=newest"),
        ("users", "/users"),
        ("user", "/users/linus"),
        ("user-locked", "/users/mallory@example.org"),
        ("user-oneself", "/users/admin"),
        ("user-remove", "/users/linus/remove"),
        ("tokens", "/tokens"),
        ("access", "/access"),
        ("insight-fleet", "/insight"),
        ("canaries", "/insight/canaries?canaries=role:web&matched=role:sql&on=2026-11-14"),
        ("pairs", "/insight/pairs?by=site"),
        ("compliance", "/compliance"),
        ("compliance-by-site", "/compliance?by=site&q=os%3Alinux&days=1"),
        ("compliance-refused", "/compliance?asOf=2999-01-01T00%3A00"),
        ("compliance-export", "/compliance/export"),
        ("runs", "/compliance/runs"),
        ("run-new", "/compliance/runs/new"),
        ("schedule-new", "/compliance/runs/schedules/new"),
        ("audit", "/audit?verify=true"),
        ("webhooks", "/webhooks"),
        ("retention", "/retention"),
        ("account", "/account"),
        ("sign-in", "/sign-in"),
        ("sign-in-refused", "/sign-in/refused"),
        ("about", "/about"),
    ];

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public async Task Every_page_fits_its_width_breaks_no_rule_of_accessibility_and_the_browser_has_nothing_to_complain_of(int half)
    {
        await using var session = await browser.OpenAsync(fleet.Server);
        await session.SignInAsync();
        var wrong = new List<string>();
        // Colours take axe-core the most time. On a phone only the frame around a page has others, which the test of buttons checks.
        var phone = Look.Phone with
        {
            Rules = Rules.ButColours,
        };
        Look[] looks = [Look.Light, Look.Dark, Look.Laptop, Look.SmallLaptop, Look.Wide, Look.Tablet, phone];
        foreach (var (name, path) in fleet.Pages.Where((_, i) => i % 2 == half))
        {
            var answer = await session.Page.GotoAsync(path);
            if (!answer!.Ok)
                wrong.Add($"{path}: {answer.Status}");
            wrong.AddRange(await Look.FaultsAsync(session.Page, name, looks));
        }
        Look.AssertNone(wrong);
        session.AssertQuiet();
    }

    [Fact, Trait("Recorded", "yes")]
    public async Task The_picture_in_the_README_shows_what_its_caption_says()
    {
        const string picture = "docs/images/host.png";
        await using var session = await browser.OpenAsync(fleet.Server);
        await session.SignInAsync();
        await Look.Light.ShowAsync(session.Page);
        await session.Page.GotoAsync("/hosts/fra-web-002");

        var heads = await session.Page.Locator("main th[scope=col]").AllInnerTextsAsync();
        Assert.Superset(new HashSet<string> { "Required", "Configured", "Effective" }, heads.ToHashSet(StringComparer.Ordinal));
        Assert.Contains("decides", await session.Page.InnerTextAsync("main"), StringComparison.Ordinal);
        Assert.Contains("router advertisements", await session.Page.InnerTextAsync("main"), StringComparison.Ordinal);
        Assert.Contains(picture, await File.ReadAllTextAsync(Path.Combine(Binaries.Root, "README.md")), StringComparison.Ordinal);
        if (Recorded.Renewing)
            await session.Page.ScreenshotAsync(new() { Path = Path.Combine(Binaries.Root, picture) });
    }

    [Fact]
    public async Task Who_may_only_look_is_told_at_each_button_what_it_needs_and_who_has_that()
    {
        await using var session = await browser.OpenAsync(fleet.Server);
        await session.SignInAsync("grace", fleet.Access.AuditorPassword);
        var wrong = new List<string>();
        foreach (var (name, path) in fleet.Watched)
        {
            foreach (var look in (Look[])[Look.Light, Look.Phone])
            {
                await look.ShowAsync(session.Page);
                var answer = await session.Page.GotoAsync(path);
                Assert.True(answer!.Ok, $"{path}: {answer.Status}");
                await session.Page.Locator("main .denied").First.ClickAsync(new() { Force = true });
                Assert.Contains("It needs ", await session.Page.Locator(".denial:popover-open").InnerTextAsync(), StringComparison.Ordinal);
                wrong.AddRange(await look.FaultsAsync(session.Page, $"denied-{name}"));
            }
        }
        Look.AssertNone(wrong);
        session.AssertQuiet();
    }

    [Theory]
    [InlineData("/")]
    [InlineData("/hosts")]
    [InlineData("/policies/edge-web")]
    public async Task A_browser_that_has_kept_nothing_fetches_at_most_120_kB_for_a_page_with_its_styles_and_scripts(string path)
    {
        await using var before = await browser.OpenAsync(fleet.Server);
        await before.SignInAsync();
        var cookies = await before.Context.CookiesAsync();
        await using var session = await browser.OpenAsync(fleet.Server);
        await session.Context.AddCookiesAsync(
            cookies.Select(cookie => new Cookie
            {
                Name = cookie.Name,
                Value = cookie.Value,
                Url = fleet.Server.Url,
            })
        );
        var fetched = new List<(string Path, Task<RequestSizesResult> Sizes)>();
        session.Page.RequestFinished += (_, request) => fetched.Add((new Uri(request.Url).AbsolutePath, request.SizesAsync()));

        Assert.Equal(path, new Uri((await session.Page.GotoAsync(path))!.Url).AbsolutePath);
        await Look.Light.ShowAsync(session.Page);

        var sizes = await Task.WhenAll(fetched.ToList().Select(one => one.Sizes));
        Assert.Contains(fetched, one => one.Path.EndsWith(".css", StringComparison.Ordinal));
        Assert.Contains(fetched, one => one.Path.Contains("htmx", StringComparison.Ordinal));
        Assert.InRange(sizes.Sum(size => size.ResponseBodySize + size.ResponseHeadersSize), 20_000, 120_000);
    }

    [Fact]
    public async Task Columns_are_chosen_and_a_list_is_saved_in_menus_that_fit_every_window()
    {
        await using var session = await browser.OpenAsync(fleet.Server);
        await session.SignInAsync();
        Look[] looks = [Look.Light, Look.Dark, new(768, ColorScheme.Light, Rules: Rules.None), Look.Phone];
        await session.Page.GotoAsync("/hosts?q=site%3Afra");
        await session.Page.Locator("summary", new() { HasText = "Columns" }).ClickAsync();
        await session.Page.GetByLabel("Agent", new() { Exact = true }).CheckAsync();
        await session.Page.GetByLabel("Labels", new() { Exact = true }).UncheckAsync();
        Look.AssertNone(await Look.FaultsAsync(session.Page, "hosts-columns-menu", looks));
        await session.Page.GetByRole(AriaRole.Button, new() { Name = "Show", Exact = true }).ClickAsync();
        await session.Page.WaitForURLAsync("**/hosts?q=site%3Afra&cols=*agent*");
        Assert.Contains("Agent", await session.Page.Locator("#hosts th[scope=col]").AllInnerTextsAsync());

        await session.Page.Locator("summary", new() { HasText = "Saved views" }).ClickAsync();
        await session.Page.GetByLabel("Save this view").FillAsync("Agents in Frankfurt");
        Look.AssertNone(await Look.FaultsAsync(session.Page, "hosts-views-menu", looks));
        await session.Page.GetByRole(AriaRole.Button, new() { Name = "Save view" }).ClickAsync();
        await Assertions.Expect(session.Page.Locator(".notice")).ToContainTextAsync("Agents in Frankfurt is saved");
        await session.Page.GotoAsync("/hosts/views");
        Look.AssertNone(await Look.FaultsAsync(session.Page, "hosts-views-saved", looks));
        session.AssertQuiet();
    }

    [Fact]
    public async Task The_keyboard_reaches_the_page_first_and_every_focus_is_visible()
    {
        await using var session = await browser.OpenAsync(fleet.Server);
        await session.SignInAsync();
        await session.Page.GotoAsync("/hosts");

        await session.Page.Keyboard.PressAsync("Tab");
        Assert.Equal("Skip to the page", await session.Page.EvaluateAsync<string>("document.activeElement.textContent"));
        for (var i = 0; i < 25; i++)
        {
            await session.Page.Keyboard.PressAsync("Tab");
            var outline = await session.Page.EvaluateAsync<string>(
                "getComputedStyle(document.activeElement).outlineStyle + ' ' + document.activeElement.outerHTML.slice(0, 80)"
            );
            Assert.StartsWith("solid", outline, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData(1440)]
    [InlineData(390)]
    public async Task No_bar_that_stays_in_place_covers_what_the_keyboard_reaches(int width)
    {
        await using var session = await browser.OpenAsync(fleet.Server, width: width);
        await session.SignInAsync();
        await session.Page.GotoAsync("/hosts");
        foreach (var (first, key) in ((string, string)[])[("at(0)", "Tab"), ("at(-1)", "Shift+Tab")])
        {
            await session.Page.EvaluateAsync($"[...document.querySelectorAll('.row-link')].{first}.focus()");
            for (var i = 0; i < 40; i++)
            {
                await session.Page.Keyboard.PressAsync(key);
                var covered = await session.Page.EvaluateAsync<string?>(
                    """
                    () => {
                      const focused = document.activeElement, { left, top, width, height } = focused.getBoundingClientRect();
                      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
                      return focused.contains(seen) || seen?.contains(focused) ? null : `${focused.innerText} at ${top} below ${seen?.className}`;
                    }
                    """
                );
                Assert.Null(covered);
            }
        }
    }
}
