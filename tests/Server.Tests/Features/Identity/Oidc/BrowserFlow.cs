using System.Collections.Specialized;
using System.Text.Json.Nodes;
using System.Web;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Features.Identity.Oidc;

/// <summary>A browser's complete sign-in at a provider of the tests.</summary>
/// <param name="End">The address where the browser ends, or the text of a refusal page.</param>
/// <param name="Sent">What the server asked of the provider.</param>
internal sealed record BrowserFlow(string End, NameValueCollection Sent)
{
    /// <param name="server">Where the person signs in.</param>
    /// <param name="provider">Which gives an ID token for one of <c>netops</c>.</param>
    /// <param name="name">The person.</param>
    /// <param name="change">What the ID token says otherwise.</param>
    /// <param name="key">As in <see cref="SigningProvider.Sign"/>.</param>
    /// <param name="token">Another ID token altogether.</param>
    public static async Task<BrowserFlow> RunAsync(
        RunningServer server,
        SigningProvider provider,
        string name,
        Action<JsonObject> change,
        string? key = null,
        string? token = null
    )
    {
        using var browser = server.Client();
        using var away = await browser.GetAsync("/sign-in/company?back=/policies");
        var sent = HttpUtility.ParseQueryString(away.Headers.Location!.Query);
        using var back = await ReturnAsync(browser, provider, server, away, change, name, key, token);
        var place = back.RequestMessage!.RequestUri!.AbsolutePath;
        return new(place == OidcRefusal.Page ? await back.Content.ReadAsStringAsync() : place, sent);
    }

    /// <summary>The browser comes back from the provider.</summary>
    public static Task<HttpResponseMessage> ReturnAsync(
        HttpClient browser,
        SigningProvider provider,
        RunningServer server,
        HttpResponseMessage away,
        Action<JsonObject> change,
        string name = "ada",
        string? key = null,
        string? token = null
    )
    {
        var sent = HttpUtility.ParseQueryString(away.Headers.Location!.Query);
        var now = server.Clock.GetUtcNow().ToUnixTimeSeconds();
        var claims = new JsonObject
        {
            ["iss"] = provider.Settings.Issuer,
            ["aud"] = provider.Settings.ClientId,
            ["sub"] = "of-" + name,
            ["iat"] = now,
            ["exp"] = now + 120,
            ["nonce"] = sent["nonce"],
            ["preferred_username"] = name,
            ["groups"] = new JsonArray("netops"),
        };
        change(claims);
        provider.IdToken = token ?? provider.Sign(claims, key);
        return browser.GetAsync($"/sign-in/callback?code=one&state={Uri.EscapeDataString(sent["state"]!)}");
    }
}
