using IwTune.Lab;
using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console;

/// <summary>Every page, both themes, three widths: quiet, without sideways scrolling, and kept as a picture in artifacts/screens for people to look at.</summary>
public sealed class ScreensTests(Browser browser, ScreensTests.Fleet fleet) : IClassFixture<ScreensTests.Fleet>
{
    public sealed class Fleet : IAsyncLifetime
    {
        private readonly DecliningReceiver receiver = new();

        public ConsoleServer Server { get; private set; } = null!;

        internal SeededAccess Access { get; private set; } = null!;

        /// <summary>Every page, those of single things included.</summary>
        internal IReadOnlyList<(string Name, string Path)> Pages =>
        [
            .. Fixed,
            ("webhook", $"/webhooks/{Access.Webhook}"),
            ("webhook-dead", $"/webhooks/{Access.Webhook}?state=dead"),
            ("webhook-remove", $"/webhooks/{Access.Webhook}/remove"),
            ("legal-hold-lift", $"/retention/holds/{Access.LegalHold}/lift"),
            ("token-rotate", $"/tokens/rotate?id={Access.ApiToken}"),
            ("token-revoke", $"/tokens/revoke?id={Access.ApiToken}"),
            ("host-waits", $"/enrolment/decide?host={Access.Waiting}&act=approve"),
            ("host-copied", $"/enrolment/clone?id={Access.Copied}&act=adopt"),
        ];

        /// <summary>Pages with buttons that only some may press.</summary>
        internal IReadOnlyList<(string Name, string Path)> Watched =>
        [
            ("users", "/users"), ("user", "/users/linus"), ("tokens", "/tokens"), ("webhooks", "/webhooks"), ("webhook", $"/webhooks/{Access.Webhook}"), ("retention", "/retention"),
            ("policy", "/policies/edge-web"), ("host", "/hosts/fra-web-002"), ("exceptions", "/compliance/exceptions"),
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

    // The elements that make the page itself scroll sideways; what scrolls inside a region of its own is meant to.
    private const string Overflow = """
        () => {
          const root = document.documentElement;
          if (root.scrollWidth <= root.clientWidth) return [];
          return [`${location.pathname}: ${root.scrollWidth} > ${root.clientWidth}`, ...[...document.querySelectorAll("body *")]
            .filter(e => e.getBoundingClientRect().right > root.clientWidth + 1 && !e.closest(".table-wrap, .document, .editor, .code"))
            .slice(0, 5).map(e => `${location.pathname}: <${e.localName} class="${e.className}">`)];
        }
        """;

    // At full width nothing of a table may hide behind a scroll bar of its own either.
    private const string HiddenColumns = """
        () => [...document.querySelectorAll(".table-wrap")].filter(e => e.scrollWidth > e.clientWidth)
          .map(e => `${location.pathname}: a table of ${e.scrollWidth} in ${e.clientWidth}`)
        """;

    private static readonly (string Name, string Path)[] Fixed =
    [
        ("overview", "/"),
        ("hosts", "/hosts"),
        ("hosts-filtered", "/hosts?q=site%3Afra+state%3Acompliant&sort=-rtt"),
        ("hosts-no-match", "/hosts?q=site%3Amars"),
        ("hosts-bad-filter", "/hosts?q=colour!%3Ablue"),
        ("host", "/hosts/fra-web-002"),
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
        ("users", "/users"),
        ("user", "/users/linus"),
        ("user-locked", "/users/mallory@example.org"),
        ("user-oneself", "/users/admin"),
        ("user-remove", "/users/linus/remove"),
        ("tokens", "/tokens"),
        ("access", "/access"),
        ("canaries", "/insight/canaries?canaries=role:web&matched=role:sql&on=2026-11-14"),
        ("pairs", "/insight/pairs?by=site"),
        ("compliance", "/compliance"),
        ("compliance-by-site", "/compliance?by=site&q=os%3Alinux&days=1"),
        ("compliance-refused", "/compliance?asOf=2999-01-01T00%3A00"),
        ("compliance-export", "/compliance/export"),
        ("audit", "/audit?verify=true"),
        ("webhooks", "/webhooks"),
        ("retention", "/retention"),
        ("account", "/account"),
        ("sign-in", "/sign-in"),
        ("sign-in-refused", "/sign-in/refused"),
        ("about", "/about"),
    ];

    [Theory]
    [InlineData(1440, "light")]
    [InlineData(1440, "dark")]
    [InlineData(900, "light")]
    [InlineData(390, "light")]
    [InlineData(390, "dark")]
    public async Task Every_page_fits_its_width_and_the_browser_has_nothing_to_complain_of(int width, string theme)
    {
        await using var session = await browser.OpenAsync(fleet.Server, width: width, theme: theme);
        await session.SignInAsync();
        var tooWide = new List<string>();
        foreach (var (name, path) in fleet.Pages)
        {
            var answer = await session.Page.GotoAsync(path);
            if (!answer!.Ok)
                tooWide.Add($"{path}: {answer.Status}");
            tooWide.AddRange(await session.Page.EvaluateAsync<string[]>(Overflow));
            if (width >= 1440)
                tooWide.AddRange(await session.Page.EvaluateAsync<string[]>(HiddenColumns));
            await Picture(session.Page, $"{name}-{width}-{theme}");
        }
        Assert.Empty(tooWide);
        session.AssertQuiet();
    }

    [Theory]
    [InlineData(1440)]
    [InlineData(390)]
    public async Task Who_may_only_look_is_told_at_each_button_what_it_needs_and_who_has_that(int width)
    {
        await using var session = await browser.OpenAsync(fleet.Server, width: width, bypassCsp: true);
        await session.SignInAsync("grace", fleet.Access.AuditorPassword);
        var wrong = new List<string>();
        foreach (var (name, path) in fleet.Watched)
        {
            await session.Page.SetViewportSizeAsync(width, 900);
            var answer = await session.Page.GotoAsync(path);
            Assert.True(answer!.Ok, $"{path}: {answer.Status}");
            await session.Page.Locator("main .denied").First.ClickAsync(new() { Force = true });
            Assert.Contains("It needs ", await session.Page.Locator(".denial:popover-open").InnerTextAsync(), StringComparison.Ordinal);
            await Picture(session.Page, $"denied-{name}-{width}");
            wrong.AddRange(await session.Page.EvaluateAsync<string[]>(Overflow));
            wrong.AddRange(await Axe.ViolationsAsync(session.Page, width));
        }
        Assert.True(wrong.Count == 0, string.Join('\n', wrong));
        session.AssertQuiet();
    }

    private static Task Picture(IPage page, string name) =>
        page.ScreenshotAsync(new() { Path = Path.Combine(Binaries.Root, "artifacts/screens", name + ".png"), FullPage = true });
}
