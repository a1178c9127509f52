using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console;

/// <summary>One person's browser. Errors that the console prints there, including a blocked script or style, are kept.</summary>
public sealed class Session : IAsyncDisposable
{
    private readonly IBrowserContext context;
    private readonly List<string> errors = [];

    internal Session(IBrowserContext context, IPage page, ConsoleServer server)
    {
        (this.context, Page, Server) = (context, page, server);
        page.Console += (_, message) =>
        {
            if (message.Type is "error" or "warning")
                errors.Add(message.Text);
        };
        page.PageError += (_, error) => errors.Add(error);
    }

    public IPage Page { get; }

    public ConsoleServer Server { get; }

    public IBrowserContext Context => context;

    /// <summary>The browser's errors since the last call.</summary>
    public IReadOnlyList<string> TakeErrors()
    {
        var seen = errors.ToList();
        errors.Clear();
        return seen;
    }

    public Task SignInAsync() => SignInAsync("admin", Server.Password);

    public async Task SignInAsync(string name, string password)
    {
        await Page.GotoAsync("/sign-in");
        await Page.FillAsync("#name", name);
        await Page.FillAsync("#password", password);
        await Page.ClickAsync("button.primary");
        await Page.ArriveAsync("**/");
    }

    /// <summary>Fails when the browser reported an error since the last call.</summary>
    public void AssertQuiet()
    {
        var seen = errors.ToList();
        errors.Clear();
        Assert.Empty(seen);
    }

    public async ValueTask DisposeAsync() => await context.DisposeAsync();
}
