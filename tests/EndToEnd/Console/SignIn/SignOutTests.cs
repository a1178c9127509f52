namespace IwTune.EndToEnd.Console.SignIn;

public sealed class SignOutTests(Browser browser)
{
    [Theory]
    [InlineData(".menu form[action='/sign-out'] button")]
    [InlineData("main form[action='/sign-out'] button")]
    public async Task What_the_tab_kept_goes_with_the_session(string button)
    {
        await using var server = await ConsoleServer.StartAsync();
        await using var session = await browser.OpenAsync(server);
        await session.SignInAsync();
        var page = session.Page;
        await page.GotoAsync(button.StartsWith("main", StringComparison.Ordinal) ? "/sign-out" : "/hosts");
        await page.EvaluateAsync("sessionStorage.setItem('draft:/policies/edge', 'a text')");
        if (button[0] == '.')
            await page.ClickAsync("summary[aria-label^='Account of']");
        await page.ClickAsync(button);
        await page.ArriveAsync("**/sign-in");
        // htmx keeps the address of the page that is shown.
        Assert.Equal("htmx-current-path-for-history", await page.EvaluateAsync<string>("Object.keys(sessionStorage).join()"));
        session.AssertQuiet();
    }
}
