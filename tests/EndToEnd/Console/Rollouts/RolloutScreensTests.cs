using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console.Rollouts;

/// <summary>
/// Rollouts in every state, in both themes and three widths: no errors, no sideways scrolling, no violation of axe's rules; pictures are
/// kept in artifacts/screens.
/// </summary>
public sealed class RolloutScreensTests(Browser browser, RolloutScreensTests.Fleet fleet) : IClassFixture<RolloutScreensTests.Fleet>
{
    public sealed class Fleet : IAsyncLifetime
    {
        public ConsoleServer Server { get; private set; } = null!;

        internal SeededRollouts Rollouts { get; private set; } = null!;

        public async ValueTask InitializeAsync()
        {
            Server = await ConsoleServer.StartAsync();
            Rollouts = await SeededRollouts.MakeAsync(Server);
        }

        public ValueTask DisposeAsync() => Server.DisposeAsync();
    }

    [Fact]
    public async Task Every_page_of_a_rollout_fits_and_breaks_no_rule()
    {
        await using var session = await browser.OpenAsync(fleet.Server);
        await session.SignInAsync();
        var wrong = new List<string>();
        Look[] looks = [Look.Light, Look.Dark, Look.Laptop, Look.SmallLaptop, Look.Wide, Look.Tablet, Look.Phone];
        foreach (var (name, path) in Pages())
        {
            var answer = await session.Page.GotoAsync(path);
            Assert.True(answer!.Ok, $"{path}: {answer.Status}");
            wrong.AddRange(await Look.FaultsAsync(session.Page, name, looks));
        }
        Look.AssertNone(wrong);
        session.AssertQuiet();
    }

    [Fact]
    public async Task A_plan_is_looked_at_in_the_browser_before_it_is_stored()
    {
        await using var session = await browser.OpenAsync(fleet.Server);
        await session.SignInAsync();
        await session.Page.GotoAsync("/rollouts/new?policy=cache&to=1");
        await session.Page.ClickAsync("details.rules > summary");
        await session.Page.FillAsync("#rings", "canary=2,x");
        await session.Page.ClickAsync("button[value=check]:visible");
        await Assertions.Expect(session.Page.Locator(".problems li")).ToHaveCountAsync(1);
        await session.Page.FillAsync("#rings", "canary=2,25%@30m,100%");
        await session.Page.ClickAsync("button[value=check]:visible");
        await Assertions.Expect(session.Page.Locator(".lane")).ToHaveCountAsync(3);
        await Look.Light.KeepAsync(session.Page, "rollout-plan");
        session.AssertQuiet();
    }

    private IEnumerable<(string Name, string Path)> Pages()
    {
        var ids = fleet.Rollouts.Ids;
        yield return ("rollouts", "/rollouts");
        yield return ("rollouts-overview", "/");
        yield return ("rollout-running", $"/rollouts/{ids["edge-fra"]}");
        yield return ("rollout-first-ring", $"/rollouts/{ids["edge-fra"]}?ring=1");
        yield return ("rollout-approval", $"/rollouts/{ids["mail"]}");
        yield return ("rollout-approve", $"/rollouts/{ids["mail"]}/approve");
        yield return ("rollout-window", $"/rollouts/{ids["batch"]}");
        yield return ("rollout-holding", $"/rollouts/{ids["edge-lon"]}");
        yield return ("rollout-failed", $"/rollouts/{ids["video"]}");
        yield return ("rollout-rolled-back", $"/rollouts/{ids["edge-ams"]}");
        yield return ("rollout-paused", $"/rollouts/{ids["api"]}");
        yield return ("rollout-complete", $"/rollouts/{ids["cache"]}");
        yield return ("rollout-aborted", $"/rollouts/{ids["static"]}");
        yield return ("rollout-hosts", $"/rollouts/{ids["edge-ams"]}/hosts");
        yield return ("rollout-roll-back", $"/rollouts/{ids["edge-fra"]}/rollback");
        yield return ("rollout-new", "/rollouts/new?policy=cache&to=1");
        yield return ("rollout-choose", "/rollouts/new");
        yield return ("rollout-freezes", "/rollouts/freezes");
        yield return ("rollout-policy", "/policies/edge-fra");
        yield return ("rollout-policy-rolled-back", "/policies/edge-ams");
        yield return ("rollout-audit", "/audit?action=policy.publish");
    }
}
