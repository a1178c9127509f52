using System.Net.Http.Json;
using System.Text.Json.Nodes;
using IwTune.Lab;
using IwTune.Testing;

namespace IwTune.EndToEnd.Console.SignIn;

/// <summary>Debian's glewlwyd, a real OpenID provider, with its own store, key and port on the loopback.</summary>
public sealed class Glewlwyd : IAsyncDisposable
{
    public const string Program = "/usr/bin/glewlwyd",
        ClientId = "iwtune",
        Secret = "marked-Client-Secret-7f3a";
    private const string Web = "/usr/share/glewlwyd/webapp",
        FirstStore = "/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz";
    private readonly string folder;
    private readonly int port;
    private readonly HttpClient admin;
    private LabProcess? process;

    private Glewlwyd(string folder, int port)
    {
        (this.folder, this.port) = (folder, port);
        admin = new(new HttpClientHandler { CookieContainer = new() }) { BaseAddress = new($"http://127.0.0.1:{port}/api/") };
    }

    public string Issuer => $"http://127.0.0.1:{port}/api/oidc";

    public string SecretFile => Path.Combine(folder, "client-secret");

    public static async Task<Glewlwyd> StartAsync()
    {
        if (!File.Exists(Program))
            Lacking.Skip($"{Program} is missing: apt-get install glewlwyd sqlite3 openssl");
        var provider = new Glewlwyd(Directory.CreateTempSubdirectory("iwtune-glewlwyd-").FullName, FreePort.Find());
        provider.WriteFiles();
        await provider.ResumeAsync();
        await provider.ConfigureAsync();
        return provider;
    }

    /// <summary>Starts it, for the first time or again.</summary>
    public async Task ResumeAsync()
    {
        process = LabProcess.Start(Program, ["--config-file=" + Path.Combine(folder, "glewlwyd.conf")]);
        await Until.TrueAsync(
            async () =>
            {
                try
                {
                    using var answer = await admin.GetAsync("config");
                    return true;
                }
                catch (HttpRequestException)
                {
                    return false;
                }
            },
            () => $"it does not answer:\n{process.Output}"
        );
    }

    public async Task PauseAsync()
    {
        await process!.StopAsync();
        process.Dispose();
        process = null;
    }

    /// <summary>A user with a password and groups.</summary>
    public Task AddUserAsync(string name, params string[] groups) =>
        SendAsync(
            HttpMethod.Post,
            "user/",
            new JsonObject
            {
                ["username"] = name,
                ["name"] = $"{name} of the company",
                ["password"] = PasswordOf(name),
                ["email"] = $"{name}@example.net",
                ["enabled"] = true,
                ["scope"] = new JsonArray("openid", "profile", "g_profile"),
                ["groups"] = new JsonArray([.. groups.Select(group => JsonValue.Create(group))]),
            }
        );

    public async Task SetGroupsAsync(string name, params string[] groups)
    {
        var user = (await admin.GetFromJsonAsync<JsonObject>($"user/{name}"))!;
        user["groups"] = new JsonArray([.. groups.Select(group => JsonValue.Create(group))]);
        await SendAsync(HttpMethod.Put, $"user/{name}", user);
    }

    public static string PasswordOf(string name) => $"marked-Company-Password-{name}";

    /// <summary>Registers the server as a client.</summary>
    public Task AddClientAsync(string server) =>
        SendAsync(
            HttpMethod.Post,
            "client/",
            new JsonObject
            {
                ["client_id"] = ClientId,
                ["name"] = "IwTune",
                ["client_secret"] = Secret,
                ["confidential"] = true,
                ["enabled"] = true,
                ["redirect_uri"] = new JsonArray($"{server}/sign-in/callback"),
                ["authorization_type"] = new JsonArray("code", "refresh_token"),
                ["scope"] = new JsonArray("openid", "profile"),
                ["token_endpoint_auth_method"] = new JsonArray("client_secret_post", "client_secret_basic"),
                ["post_logout_redirect_uris"] = new JsonArray($"{server}/sign-in"),
            }
        );

    public async ValueTask DisposeAsync()
    {
        admin.Dispose();
        if (process is not null)
            await PauseAsync();
        Directory.Delete(folder, recursive: true);
    }

    private void WriteFiles()
    {
        string At(string name) => Path.Combine(folder, name);
        File.WriteAllText(SecretFile, Secret + "\n");
        // Debian's page reads a configuration that its installer writes; this one is the package's own template. The files are copied,
        // because it does not follow links.
        Commands.Run(
            "sh",
            "-c",
            $"cp -rL {Web} {At("web")} && rm -rf {At("web")}/config.json && cp /usr/share/glewlwyd/templates/config.json {At("web")}"
        );
        Commands.Run(
            "sh",
            "-c",
            $"zcat {FirstStore} | sqlite3 {At("store.db")} && openssl genrsa -out {At("key.pem")} 2048 2>&1 && openssl rsa -in "
                + $"{At("key.pem")} -pubout -out {At("public.pem")} 2>&1"
        );
        string[] replaced = ["port", "external_url", "log_mode", "@include"];
        var lines = File.ReadLines("/etc/glewlwyd/glewlwyd.conf")
            .Where(line => !replaced.Any(key => line.StartsWith(key, StringComparison.Ordinal)));
        File.WriteAllText(
            At("glewlwyd.conf"),
            string.Join(
                '\n',
                [
                    $"port={port}",
                    $"external_url=\"http://127.0.0.1:{port}\"",
                    "bind_address=\"127.0.0.1\"",
                    "log_mode=\"console\"",
                    $"static_files_path=\"{At("web")}\"",
                    $"database = {{ type = \"sqlite3\" path = \"{At("store.db")}\" }}",
                    .. lines,
                ]
            )
        );
    }

    private async Task ConfigureAsync()
    {
        await SendAsync(HttpMethod.Post, "auth/", new JsonObject { ["username"] = "admin", ["password"] = "password" });
        await AddPropertyAsync("user", "groups");
        await AddPropertyAsync("client", "post_logout_redirect_uris");
        await SendAsync(
            HttpMethod.Post,
            "scope/",
            new JsonObject
            {
                ["name"] = "profile",
                ["display_name"] = "Profile",
                ["password_required"] = false,
                ["scheme"] = new JsonObject(),
            }
        );
        await SendAsync(
            HttpMethod.Post,
            "mod/plugin/",
            new JsonObject
            {
                ["module"] = "oidc",
                ["name"] = "oidc",
                ["display_name"] = "OpenID Connect",
                ["enabled"] = true,
                ["parameters"] = new JsonObject
                {
                    ["iss"] = Issuer,
                    ["jwt-type"] = "rsa",
                    ["jwt-key-size"] = "256",
                    ["key"] = await File.ReadAllTextAsync(Path.Combine(folder, "key.pem")),
                    ["cert"] = await File.ReadAllTextAsync(Path.Combine(folder, "public.pem")),
                    ["access-token-duration"] = 3600,
                    ["refresh-token-duration"] = 86400,
                    ["code-duration"] = 60,
                    ["auth-type-code-enabled"] = true,
                    ["auth-type-refresh-enabled"] = true,
                    ["auth-type-id-token-enabled"] = true,
                    ["auth-type-token-enabled"] = false,
                    ["auth-type-none-enabled"] = false,
                    ["auth-type-password-enabled"] = false,
                    ["auth-type-client-enabled"] = false,
                    ["auth-type-device-enabled"] = false,
                    ["jwks-show"] = true,
                    ["subject-type"] = "public",
                    ["allowed-scope"] = new JsonArray("openid", "profile"),
                    ["pkce-allowed"] = true,
                    ["pkce-required"] = true,
                    ["pkce-method-plain-allowed"] = false,
                    ["name-claim"] = "mandatory",
                    ["email-claim"] = "mandatory",
                    ["scope-claim"] = "no",
                    ["claims"] = new JsonArray(Claim("groups", "groups"), Claim("preferred_username", "username")),
                    ["session-management-allowed"] = true,
                    ["session-cookie-name"] = "GLEWLWYD_OIDC_SESSION",
                    ["session-cookie-expiration"] = 86400,
                    ["front-channel-logout-allowed"] = false,
                    ["back-channel-logout-allowed"] = true,
                },
            }
        );
    }

    private static JsonObject Claim(string name, string property) =>
        new()
        {
            ["name"] = name,
            ["user-property"] = property,
            ["type"] = "string",
            ["mandatory"] = true,
            ["scope"] = new JsonArray("openid"),
        };

    private async Task AddPropertyAsync(string kind, string name)
    {
        var module = (await admin.GetFromJsonAsync<JsonObject>($"mod/{kind}/database"))!;
        module["parameters"]!["data-format"]![name] = new JsonObject
        {
            ["multiple"] = true,
            ["read"] = true,
            ["write"] = true,
        };
        await SendAsync(HttpMethod.Put, $"mod/{kind}/database", module);
        await SendAsync(HttpMethod.Put, $"mod/{kind}/database/reset", null);
    }

    private async Task SendAsync(HttpMethod method, string path, JsonObject? body)
    {
        using var request = new HttpRequestMessage(method, path) { Content = body is null ? null : JsonContent.Create(body) };
        using var answer = await admin.SendAsync(request);
        if (!answer.IsSuccessStatusCode)
            throw new LabException($"glewlwyd, {method} {path}: {(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");
    }
}
