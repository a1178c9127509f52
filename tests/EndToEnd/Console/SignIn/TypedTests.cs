using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console.SignIn;

/// <summary>A person who typed for longer than a session lasts.</summary>
public sealed class TypedTests(Browser browser)
{
    [Theory]
    [InlineData("/compliance/exceptions/new", "#reason", "moves to new hardware", "button.primary")]
    [InlineData("/hosts/label?selector=site%3Afra", "#reason", "CHG-1062", "button:visible")]
    [InlineData("/policies/edge-web/edit?view=yaml", "#yaml", "policy: edge-web\nwindow: { initcwnd: 4 }\n", "button[value=check]:visible")]
    public async Task What_was_typed_is_there_after_the_sign_in_that_an_ended_session_asks_for(
        string path,
        string field,
        string text,
        string button
    )
    {
        await using var server = await ConsoleServer.StartAsync();
        await SeededFleet.MakeAsync(server, 8);
        await using var session = await browser.OpenAsync(server);
        var page = session.Page;
        await session.SignInAsync();
        await page.GotoAsync(path);
        await page.FillAsync(field, text);
        server.AgeSessions(TimeSpan.FromHours(2));
        await page.Locator($"main form:has({field}) {button}").First.ClickAsync();
        await page.ArriveAsync("**/sign-in?**");
        await page.FillAsync("#name", "admin");
        await page.FillAsync("#password", server.Password);
        await page.ClickAsync("button.primary");
        await page.ArriveAsync("**" + path);

        await Assertions.Expect(page.Locator(field)).ToHaveValueAsync(text);
        await Assertions.Expect(page.Locator("#announce")).ToContainTextAsync("Your session ended before this form was sent.");
        await page.GotoAsync("/hosts");
        Assert.Null(await page.EvaluateAsync<string?>("sessionStorage.getItem('typed')"));
    }
}
