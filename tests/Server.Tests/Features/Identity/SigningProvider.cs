using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Tests.Running;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>
/// The part of an OpenID provider that publishes its identity and its signing key. Tests with a real provider are in
/// tests/EndToEnd/Console/SignIn.
/// </summary>
internal sealed class SigningProvider : IAsyncDisposable
{
    private readonly RSA stranger = RSA.Create(2048);
    private RSA key = RSA.Create(2048);
    private string keyId = "one";
    private readonly WebApplication app;
    private readonly TaskCompletionSource denied = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int waiting;

    private SigningProvider(WebApplication app) => this.app = app;

    public OidcSettings Settings { get; private set; } = null!;

    /// <summary>What a server sent to the token endpoint.</summary>
    public string? SecretHeard { get; private set; }

    /// <summary>The ID token that the token endpoint gives for any code; <see langword="null"/> to accept no code.</summary>
    public string? IdToken { get; set; }

    /// <summary>What an endpoint answers in place of its own answer, by its path.</summary>
    public Dictionary<string, (int Status, string Body)> Instead { get; } = new(StringComparer.Ordinal);

    /// <summary>Paths that are not answered, as by a provider that hangs.</summary>
    public HashSet<string> Silent { get; } = new(StringComparer.Ordinal);

    /// <summary>Answers the calls that wait: the person is denied.</summary>
    public void Deny() => denied.TrySetResult();

    /// <summary>How many such calls wait now.</summary>
    public int Waiting => waiting;

    /// <summary>The person that userinfo answers for; <see langword="null"/> for a provider without that endpoint.</summary>
    public string? Person { get; set; }

    /// <summary>The groups that it names for that person.</summary>
    public IReadOnlyList<string> Groups { get; set; } = ["netops"];

    /// <summary>Called when it is asked for that person, before it answers.</summary>
    public Action Asked { get; set; } = () => { };

    public static async Task<SigningProvider> StartAsync()
    {
        var provider = new SigningProvider(Loopback.Build());
        provider.app.Use((context, next) => provider.Silent.Contains(context.Request.Path) ? provider.HangAsync(context) : next());
        provider.app.Use(
            (context, next) =>
                provider.Instead.TryGetValue(context.Request.Path, out var other)
                    ? Results.Text(other.Body, "application/json", statusCode: other.Status).ExecuteAsync(context)
                    : next()
        );
        provider.app.MapGet(
            "/userinfo",
            () =>
            {
                provider.Asked();
                var groups = new JsonArray([.. provider.Groups.Select(group => (JsonNode)group)]);
                return Results.Text(new JsonObject { ["sub"] = provider.Person, ["groups"] = groups }.ToJsonString(), "application/json");
            }
        );
        provider.app.MapGet("/.well-known/openid-configuration", () => Results.Text(provider.Document(), "application/json"));
        provider.app.MapGet("/keys", () => Results.Text(provider.Keys(), "application/json"));
        provider.app.MapPost("/token", (HttpRequest request) => provider.Redeem(request));
        await provider.app.StartAsync();
        var issuer = provider.app.Address();
        provider.Settings = new()
        {
            Issuer = issuer,
            ClientId = "iwtune",
            SecretFile = "/dev/null",
            Map = GroupMap.Parse(["netops=admin"]).Map,
        };
        return provider;
    }

    /// <summary>Signs with another key from now on, and publishes it in place of the previous one.</summary>
    public void ReplaceKey() => (key, keyId) = (RSA.Create(2048), "two");

    /// <param name="claims">The content of the token.</param>
    /// <param name="key">
    /// <c>another</c> for a key that is not the provider's, <c>none</c> for no signature, <c>public</c> for a MAC by the published half of
    /// its own, else its own.
    /// </param>
    /// <param name="type">In its head; <see langword="null"/> for none.</param>
    public string Sign(JsonObject claims, string? key = null, string? type = "logout+jwt")
    {
        var head = new JsonObject
        {
            ["alg"] = key switch
            {
                "none" => "none",
                "public" => "HS256",
                _ => "RS256",
            },
            ["kid"] = keyId,
            ["typ"] = type,
        };
        if (type is null)
            head.Remove("typ");
        var text = $"{Part(head.ToJsonString())}.{Part(claims.ToJsonString())}";
        var content = Encoding.ASCII.GetBytes(text);
        var mark = key switch
        {
            "none" => [],
            "public" => HMACSHA256.HashData(Encoding.ASCII.GetBytes(this.key.ExportSubjectPublicKeyInfoPem()), content),
            _ => (key == "another" ? stranger : this.key).SignData(content, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1),
        };
        return $"{text}.{Base64Url.EncodeToString(mark)}";
    }

    public async ValueTask DisposeAsync()
    {
        await app.DisposeAsync();
        key.Dispose();
        stranger.Dispose();
    }

    private async Task HangAsync(HttpContext context)
    {
        Interlocked.Increment(ref waiting);
        await denied.Task.WaitAsync(context.RequestAborted).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        Interlocked.Decrement(ref waiting);
        context.Response.StatusCode = StatusCodes.Status401Unauthorized;
    }

    private static string Part(string json) => Base64Url.EncodeToString(Encoding.UTF8.GetBytes(json));

    private IResult Redeem(HttpRequest request)
    {
        var given = Encoding.UTF8.GetString(Convert.FromBase64String(request.Headers.Authorization.ToString()["Basic ".Length..]));
        SecretHeard = Uri.UnescapeDataString(given.Split(':')[1]);
        if (IdToken is not null)
            return Results.Text(
                new JsonObject
                {
                    ["access_token"] = "a",
                    ["refresh_token"] = "r",
                    ["token_type"] = "Bearer",
                    ["expires_in"] = 60,
                    ["id_token"] = IdToken,
                }.ToJsonString(),
                "application/json"
            );
        return Results.Text("{\"error\":\"invalid_grant\"}", "application/json", statusCode: StatusCodes.Status400BadRequest);
    }

    private string Document() =>
        new JsonObject
        {
            ["issuer"] = Settings.Issuer,
            ["authorization_endpoint"] = Settings.Issuer + "/authorize",
            ["token_endpoint"] = Settings.Issuer + "/token",
            ["jwks_uri"] = Settings.Issuer + "/keys",
            ["userinfo_endpoint"] = Person is null ? null : Settings.Issuer + "/userinfo",
        }.ToJsonString();

    private string Keys()
    {
        var half = key.ExportParameters(includePrivateParameters: false);
        return new JsonObject
        {
            ["keys"] = new JsonArray(
                new JsonObject
                {
                    ["kty"] = "RSA",
                    ["use"] = "sig",
                    ["kid"] = keyId,
                    ["n"] = Base64Url.EncodeToString(half.Modulus),
                    ["e"] = Base64Url.EncodeToString(half.Exponent),
                }
            ),
        }.ToJsonString();
    }
}
