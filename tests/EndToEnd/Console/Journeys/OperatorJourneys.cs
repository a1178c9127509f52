using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console.Journeys;

/// <summary>What an operator comes to do, with the keyboard alone, on a tablet and on a phone.</summary>
public sealed class OperatorJourneys(Browser browser, JourneyFleet fleet)
{
    [Fact]
    public async Task Two_hosts_are_held_and_one_is_released_with_the_keyboard_alone()
    {
        await using var session = await fleet.SignInAsync(browser, "operator", dark: true);
        var page = session.Page;
        await page.GotoAsync("/hosts?q=site:lon+role:web");
        foreach (var host in (string[])["lon-web-001", "lon-web-002"])
        {
            await page.GetByLabel($"Select {host}").FocusAsync();
            await page.Keyboard.PressAsync("Space");
        }
        await page.GetByRole(AriaRole.Button, new() { Name = "Hold selected" }).FocusAsync();
        await page.Keyboard.PressAsync("Enter");
        await page.ArriveAsync("**/holds/set?*");
        Assert.Equal("host:lon-web-001,lon-web-002", await page.InputValueAsync("#selector"));
        await page.Locator("#reason").FocusAsync();
        await page.Keyboard.TypeAsync("INC-77: the line to London");
        await page.Keyboard.PressAsync("Enter");
        await page.GetByRole(AriaRole.Button, new() { Name = "Hold them" }).FocusAsync();
        await page.Keyboard.PressAsync("Enter");
        await page.ArriveAsync("**/standing?kind=holds*");
        await Assertions.Expect(page.Locator("tbody tr", new() { HasText = "lon-web-00" })).ToHaveCountAsync(2);

        await page.GotoAsync("/hosts/lon-web-001");
        await page.GetByRole(AriaRole.Link, new() { Name = "Release", Exact = true }).FocusAsync();
        await page.Keyboard.PressAsync("Enter");
        await page.ArriveAsync("**/holds/release?*");
        await page.Locator("#reason").FocusAsync();
        await page.Keyboard.TypeAsync("the line is back");
        await page.Keyboard.PressAsync("Enter");
        await page.ArriveAsync("**/hosts/*");
        await Assertions.Expect(page.GetByRole(AriaRole.Link, new() { Name = "Release", Exact = true })).ToHaveCountAsync(0);
        session.AssertQuiet();
    }

    [Fact]
    public async Task Hosts_get_a_label_on_a_phone_after_the_page_said_how_many()
    {
        await using var session = await fleet.SignInAsync(browser, "operator", width: 360);
        var page = session.Page;
        await page.GotoAsync("/hosts/label?selector=site%3Anyc+role%3Asql");
        await page.FillAsync("#key", "rack");
        await page.FillAsync("#value", "b7");
        await page.FillAsync("#reason", "moved to another rack");
        await page.ClickAsync("text=Check and preview");
        await Assertions.Expect(page.Locator(".notice")).ToContainTextAsync("2 hosts of 16 get the label rack=b7.");
        Look.AssertNone(await Look.Phone.FaultsAsync(page, "journey-label"));
        await page.GetByRole(AriaRole.Button, new() { Name = "Set rack=b7" }).ClickAsync();
        await page.ArriveAsync("**/hosts?q=*");
        await page.GotoAsync("/hosts?q=rack:b7");
        await Assertions.Expect(page.Locator("#host-rows tr")).ToHaveCountAsync(2);
        session.AssertQuiet();
    }

    [Fact]
    public async Task A_host_is_excepted_for_a_month_and_its_page_says_why()
    {
        await using var session = await fleet.SignInAsync(browser, "operator", width: 768);
        var page = session.Page;
        await page.GotoAsync("/compliance/exceptions/new?hosts=host%3Aams-sql-001");
        await page.FillAsync("#reason", "waits for its new network card");
        await page.FillAsync("#ticket", "CHG-2001");
        await page.FillAsync(
            "#until",
            DateTime.UtcNow.AddDays(30).ToString("yyyy-MM-dd", System.Globalization.CultureInfo.InvariantCulture)
        );
        await page.GetByRole(AriaRole.Button, new() { Name = "Check", Exact = true }).ClickAsync();
        await page.GetByRole(AriaRole.Button, new() { Name = "Except 1 host" }).ClickAsync();
        await page.ArriveAsync("**/compliance/exceptions*");
        await Assertions.Expect(page.Locator("tbody")).ToContainTextAsync("CHG-2001");
        await page.GotoAsync("/hosts/ams-sql-001");
        await Assertions.Expect(page.Locator("main")).ToContainTextAsync("waits for its new network card");
        session.AssertQuiet();
    }

    [Fact]
    public async Task A_search_is_saved_and_found_again_in_the_palette()
    {
        await using var session = await fleet.SignInAsync(browser, "operator");
        var page = session.Page;
        await page.GotoAsync("/hosts?q=site%3Aams&sort=-rtt");
        await page.Locator("summary", new() { HasText = "Saved views" }).ClickAsync();
        await page.GetByLabel("Save this view").FillAsync("Slowest in Amsterdam");
        await page.GetByRole(AriaRole.Button, new() { Name = "Save view" }).ClickAsync();
        await Assertions.Expect(page.Locator(".notice")).ToContainTextAsync("Slowest in Amsterdam is saved");
        await page.GotoAsync("/");
        await page.Keyboard.PressAsync("Control+k");
        await page.Keyboard.TypeAsync("slowest");
        await page.WaitForSelectorAsync(".palette li[aria-selected=true]:has-text('Slowest in Amsterdam')");
        await page.Keyboard.PressAsync("Enter");
        await page.ArriveAsync("**/hosts?q=site%3Aams&sort=-rtt*");
        session.AssertQuiet();
    }
}
