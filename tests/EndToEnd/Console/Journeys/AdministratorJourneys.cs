using System.Text.RegularExpressions;
using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console.Journeys;

/// <summary>What an administrator comes to do, and a server that is away for a while.</summary>
public sealed class AdministratorJourneys(Browser browser, JourneyFleet fleet)
{
    [Fact]
    public async Task An_assignment_of_most_of_the_fleet_asks_for_the_number_of_hosts_without_script_too()
    {
        await using var session = await fleet.SignInAsync(browser, "admin", javaScript: false);
        var page = session.Page;
        await page.GotoAsync("/policies/lab/assign?selector=site%3Afra,ams,lon&priority=-5");
        await page.FillAsync("#selector", "*");
        await page.FillAsync("#priority", "40");
        await page.FillAsync("#reason", "a rehearsal");
        await page.ClickAsync("text=Check and preview");
        await page.ClickAsync("button:has-text('Assign')");
        // Another journey holds two of the 16 hosts for a while: the assignment does not reach those.
        await Assertions.Expect(page.Locator(".field-problem")).ToHaveTextAsync(new Regex("Enter 1[456], the number of hosts\\."));

        // Nothing was assigned: the person reads the number and decides against it.
        await page.GotoAsync("/policies/lab");
        await Assertions.Expect(page.Locator("main")).ToContainTextAsync("No assignments yet.");
    }

    [Fact]
    public async Task Somebody_is_added_signs_in_with_the_first_password_has_to_replace_it_and_may_only_look()
    {
        await using var admin = await fleet.SignInAsync(browser, "admin");
        await admin.Page.GotoAsync("/users");
        await admin.Page.FillAsync("#name", "ines");
        await admin.Page.GetByRole(AriaRole.Button, new() { Name = "Add user" }).ClickAsync();
        var first = await admin.Page.Locator(".notice .code code").InnerTextAsync();

        await using var ines = await browser.OpenAsync(admin.Server, width: 390);
        await ines.Page.GotoAsync("/sign-in?back=/hosts");
        await ines.Page.FillAsync("#name", "ines");
        await ines.Page.FillAsync("#password", first);
        await ines.Page.ClickAsync("button.primary");
        await ines.Page.ArriveAsync("**/sign-in/new-password**");
        await ines.Page.FillAsync("#wanted", first);
        await ines.Page.ClickAsync("button.primary");
        await Assertions.Expect(ines.Page.Locator(".field-problem")).ToContainTextAsync("It is the current password.");
        await ines.Page.FillAsync("#wanted", "four plain words together");
        await ines.Page.ClickAsync("button.primary");
        await ines.Page.ArriveAsync("**/hosts");
        await ines.Page.GotoAsync("/users");
        await Assertions.Expect(ines.Page.Locator("main h1")).ToHaveTextAsync("Permission required");
        ines.TakeErrors();

        await using var again = await browser.OpenAsync(admin.Server);
        await again.SignInAsync("ines", "four plain words together");
        again.AssertQuiet();
    }

    [Fact]
    public async Task A_freeze_is_set_and_ended()
    {
        await using var session = await fleet.SignInAsync(browser, "admin", dark: true);
        var page = session.Page;
        await page.GotoAsync("/rollouts/freezes");
        await page.FillAsync("#reason", "without an end");
        await page.GetByRole(AriaRole.Button, new() { Name = "Freeze", Exact = true }).ClickAsync();
        await Assertions.Expect(page.Locator("main")).ToContainTextAsync("no freeze was set");
        await page.FillAsync(
            "#until",
            DateTime.UtcNow.AddDays(3).ToString("yyyy-MM-ddTHH:mm", System.Globalization.CultureInfo.InvariantCulture)
        );
        await page.GetByRole(AriaRole.Button, new() { Name = "Freeze", Exact = true }).ClickAsync();
        await Assertions.Expect(page.Locator("tbody tr")).ToContainTextAsync("without an end");
        await page.GetByRole(AriaRole.Link, new() { Name = "End", Exact = true }).ClickAsync();
        await page.GetByLabel("Reason").FillAsync("sold out");
        await page.GetByRole(AriaRole.Button, new() { Name = "End freeze" }).ClickAsync();
        await page.ArriveAsync("**/rollouts/freezes");
        await Assertions.Expect(page.Locator("main")).ToContainTextAsync("No freezes.");
        session.AssertQuiet();
    }

    [Fact]
    public async Task A_token_for_hosts_is_created_shown_once_and_revoked()
    {
        await using var session = await fleet.SignInAsync(browser, "admin", width: 768);
        var page = session.Page;
        await page.GotoAsync("/enrolment");
        await page.FillAsync("#uses", "none");
        await page.GetByRole(AriaRole.Button, new() { Name = "Create token" }).ClickAsync();
        await Assertions.Expect(page.Locator(".field-problem").First).ToBeVisibleAsync();
        await page.FillAsync("#uses", "5");
        await page.FillAsync("#token-name", "rack 12");
        await page.GetByRole(AriaRole.Button, new() { Name = "Create token" }).ClickAsync();
        await Assertions.Expect(page.Locator("main")).ToContainTextAsync("iwtune enrol");
        await page.GotoAsync("/enrolment");
        await page.Locator("tr:has-text('rack 12')").GetByRole(AriaRole.Link, new() { Name = "Revoke" }).ClickAsync();
        await page.GetByRole(AriaRole.Button, new() { Name = "Revoke token" }).ClickAsync();
        await page.ArriveAsync("**/enrolment");
        await Assertions
            .Expect(page.Locator("tr:has-text('rack 12')").GetByRole(AriaRole.Link, new() { Name = "Revoke" }))
            .ToHaveCountAsync(0);
        session.AssertQuiet();
    }

    [Fact]
    public async Task A_page_says_that_the_server_is_away_and_goes_on_by_itself_when_it_is_back()
    {
        await using var server = await ConsoleServer.StartAsync();
        await SeededFleet.JoinOneAsync(server, "zrh-web-001");
        await using var session = await browser.OpenAsync(server);
        var page = session.Page;
        await session.SignInAsync();
        await page.GotoAsync("/hosts");
        await server.StopAsync();
        await page.WaitForSelectorAsync("#stale");
        await server.StartAgainAsync();
        await page.WaitForSelectorAsync("#stale", new() { State = WaitForSelectorState.Detached });
        await SeededFleet.JoinOneAsync(server, "zrh-web-002");
        await page.WaitForSelectorAsync("#host-rows tr:has-text('zrh-web-002')");
    }
}
