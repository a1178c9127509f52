using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Tests.Features.Identity;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Features.Scim;

/// <summary>A server whose people come from a provider that signs them in and provisions them.</summary>
public sealed class ProvisionedServer : IAsyncLifetime
{
    public const string PatchSchema = "\"schemas\":[\"urn:ietf:params:scim:api:messages:2.0:PatchOp\"]",
        UserSchema = "\"schemas\":[\"urn:ietf:params:scim:schemas:core:2.0:User\"]",
        GroupSchema = "\"schemas\":[\"urn:ietf:params:scim:schemas:core:2.0:Group\"]";

    private HttpClient scim = null!;
    private int made;

    internal SigningProvider Provider { get; private set; } = null!;

    internal RunningServer Server { get; private set; } = null!;

    public async ValueTask InitializeAsync() => await StartAsync();

    internal async Task<ProvisionedServer> StartAsync(Func<OidcSettings, OidcSettings>? with = null)
    {
        Provider = await SigningProvider.StartAsync();
        var settings = Provider.Settings with { Map = GroupMap.Parse(["netops=admin", "team=viewer", "7b1f=operator@site:fra"]).Map };
        Server = await RunningServer.StartAsync(with: options => options with { Oidc = with?.Invoke(settings) ?? settings });
        scim = await Server.ApiAsync(Role.Provisioner);
        return this;
    }

    public async ValueTask DisposeAsync()
    {
        await Server.DisposeAsync();
        await Provider.DisposeAsync();
    }

    /// <summary>A name that no other test uses.</summary>
    public string Fresh(string word = "ada") => $"{word}.{Interlocked.Increment(ref made)}@example.com";

    public Task<HttpResponseMessage> SendAsync(string method, string path, string? body = null, string? ifMatch = null)
    {
        var request = new HttpRequestMessage(new(method), "/scim/v2" + path);
        // A server that refuses a body need not read it.
        request.Headers.ExpectContinue = body is { Length: > 60_000 };
        request.Headers.Accept.Add(MediaTypeWithQualityHeaderValue.Parse("application/scim+json; charset=utf-8"));
        if (ifMatch is not null)
            request.Headers.TryAddWithoutValidation(method == "GET" ? "If-None-Match" : "If-Match", ifMatch);
        if (body is not null)
            request.Content = new StringContent(body, Encoding.UTF8, "application/scim+json");
        return scim.SendAsync(request);
    }

    /// <returns>The document of the answer; an empty one where there is none.</returns>
    public async Task<JsonObject> CallAsync(
        string method,
        string path,
        string? body = null,
        HttpStatusCode expected = HttpStatusCode.OK,
        string? ifMatch = null
    )
    {
        using var answer = await SendAsync(method, path, body, ifMatch);
        var text = await answer.Content.ReadAsStringAsync();
        Assert.True(answer.StatusCode == expected, $"{method} {path}: {(int)answer.StatusCode} instead of {(int)expected}: {text}");
        if (text.Length == 0)
            return [];
        Assert.Equal("application/scim+json", answer.Content.Headers.ContentType?.MediaType);
        return JsonNode.Parse(text)!.AsObject();
    }

    public Task<JsonObject> PatchAsync(string path, string operations, HttpStatusCode expected = HttpStatusCode.OK) =>
        CallAsync("PATCH", path, $"{{{PatchSchema},\"Operations\":[{operations}]}}", expected);

    /// <summary>The keyword and status of a refusal.</summary>
    public async Task<string> RefusalAsync(string method, string path, string? body, HttpStatusCode expected)
    {
        var refusal = await CallAsync(method, path, body, expected);
        Assert.Equal("urn:ietf:params:scim:api:messages:2.0:Error", (string?)refusal["schemas"]![0]);
        Assert.Equal($"{(int)expected}", (string?)refusal["status"]);
        Assert.NotEmpty((string)refusal["detail"]!);
        return (string?)refusal["scimType"] ?? "";
    }

    public async Task<string> UserAsync(string name, string? externalId = null)
    {
        var external = externalId is null ? "" : $",\"externalId\":\"{externalId}\"";
        return (string)
            (await CallAsync("POST", "/Users", $"{{{UserSchema},\"userName\":\"{name}\"{external}}}", HttpStatusCode.Created))["id"]!;
    }

    public async Task<string> GroupAsync(string name, params string[] members) =>
        (string)
            (
                await CallAsync(
                    "POST",
                    "/Groups",
                    $"{{{GroupSchema},\"displayName\":\"{name}\",\"members\":[{Members(members)}]}}",
                    HttpStatusCode.Created
                )
            )["id"]!;

    public static string Members(params string[] ids) => string.Join(',', ids.Select(id => $"{{\"value\":\"{id}\"}}"));

    /// <summary>The resources that a filter finds.</summary>
    public async Task<JsonArray> FindAsync(string collection, string filter, string more = "") =>
        (JsonArray)(await CallAsync("GET", $"/{collection}?filter={Uri.EscapeDataString(filter)}{more}"))["Resources"]!;

    /// <summary>A browser that comes back from the provider.</summary>
    /// <returns>The browser, the address where it ends, and the text there.</returns>
    internal async Task<(HttpClient Browser, string Place, string Text)> SignInAsync(
        string subject,
        string userName,
        params string[] groups
    )
    {
        var browser = Server.Client();
        using var away = await browser.GetAsync("/sign-in/company?back=/hosts");
        var sent = System.Web.HttpUtility.ParseQueryString(away.Headers.Location!.Query);
        var now = Server.Clock.GetUtcNow().ToUnixTimeSeconds();
        Provider.IdToken = Provider.Sign(
            new JsonObject
            {
                ["iss"] = Provider.Settings.Issuer,
                ["aud"] = Provider.Settings.ClientId,
                ["sub"] = subject,
                ["oid"] = $"object-{subject}",
                ["iat"] = now,
                ["exp"] = now + 120,
                ["nonce"] = sent["nonce"],
                ["preferred_username"] = userName,
                ["groups"] = new JsonArray([.. groups.Select(group => JsonValue.Create(group))]),
            }
        );
        using var back = await browser.GetAsync($"/sign-in/callback?code=one&state={Uri.EscapeDataString(sent["state"]!)}");
        return (browser, back.RequestMessage!.RequestUri!.AbsolutePath, WebUtility.HtmlDecode(await back.Content.ReadAsStringAsync()));
    }
}
