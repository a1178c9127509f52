using System.Text.Json;
using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console.SignIn;

/// <summary>A security key that the browser emulates (Chrome DevTools Protocol, domain WebAuthn): it signs as a real one does.</summary>
internal sealed class Authenticator : IAsyncDisposable
{
    private readonly ICDPSession wire;
    private readonly string id;

    private Authenticator(ICDPSession wire, string id) => (this.wire, this.id) = (wire, id);

    public static async Task<Authenticator> PlugInAsync(IPage page)
    {
        var wire = await page.Context.NewCDPSessionAsync(page);
        await wire.SendAsync("WebAuthn.enable");
        var added = await wire.SendAsync(
            "WebAuthn.addVirtualAuthenticator",
            new()
            {
                ["options"] = new Dictionary<string, object>
                {
                    ["protocol"] = "ctap2",
                    ["transport"] = "internal",
                    ["hasResidentKey"] = true,
                    ["hasUserVerification"] = true,
                    ["isUserVerified"] = true,
                    ["automaticPresenceSimulation"] = true,
                },
            }
        );
        return new(wire, added!.Value.GetProperty("authenticatorId").GetString()!);
    }

    /// <summary>Whether the right finger is on it.</summary>
    public Task<JsonElement?> KnowsItsPersonAsync(bool knows) =>
        wire.SendAsync("WebAuthn.setUserVerified", new() { ["authenticatorId"] = id, ["isUserVerified"] = knows });

    public async ValueTask DisposeAsync() => await wire.DetachAsync();
}
