using Microsoft.Playwright;

[assembly: AssemblyFixture(typeof(IwTune.EndToEnd.Console.Journeys.JourneyFleet))]

namespace IwTune.EndToEnd.Console.Journeys;

/// <summary>
/// A server with 16 hosts in four sites, and a person of each role, shared by the journeys: each of them uses hosts of its own.
/// </summary>
public sealed class JourneyFleet : IAsyncDisposable
{
    private readonly Lazy<Task<(ConsoleServer Server, Dictionary<string, string> Passwords)>> made = new(MakeAsync);

    /// <summary>Signs in a person of this role: <c>viewer</c>, <c>operator</c>, <c>auditor</c> or <c>admin</c>.</summary>
    public async Task<Session> SignInAsync(Browser browser, string role, bool javaScript = true, int width = 1440, bool dark = false)
    {
        var (server, passwords) = await made.Value;
        var session = await browser.OpenAsync(server, javaScript, width);
        await session.Page.EmulateMediaAsync(new() { ColorScheme = dark ? ColorScheme.Dark : ColorScheme.Light });
        if (role == "admin")
            await session.SignInAsync();
        else
            await session.SignInAsync(role, passwords[role]);
        return session;
    }

    public async ValueTask DisposeAsync()
    {
        if (made.IsValueCreated)
            await (await made.Value).Server.DisposeAsync();
    }

    private static async Task<(ConsoleServer, Dictionary<string, string>)> MakeAsync()
    {
        var server = await ConsoleServer.StartAsync();
        await SeededFleet.MakeAsync(server, 16);
        string[] roles = ["viewer", "operator", "auditor"];
        return (server, roles.ToDictionary(role => role, role => server.AddUser(role, role)));
    }
}
