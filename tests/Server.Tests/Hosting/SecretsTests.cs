using System.Diagnostics;
using System.IO.Compression;
using System.Net;
using System.Net.Http.Json;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Text.Json;
using IwTune.Lab;
using IwTune.Server.Tests.Features.Identity;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Webhooks;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Hosting;

/// <summary>The real program in its own process, with every log category enabled.</summary>
public sealed class SecretsTests : IDisposable
{
    private const string Own = "marked-Own-Password-5c2b";

    private static readonly string Program = Path.Combine(AppContext.BaseDirectory, "iwtune-server.dll");
    private readonly string data = Directory.CreateTempSubdirectory("iwtune-process-").FullName;
    private readonly string outside = Directory.CreateTempSubdirectory("iwtune-outside-").FullName;
    private readonly StringBuilder log = new();

    [Fact]
    public async Task No_secret_is_in_a_log_an_address_an_export_a_backup_or_the_store_even_when_everything_is_logged()
    {
        const string Given = "marked-Client-Secret-81c2",
            Code = "marked-Code-55",
            Hook = "marked-Hook-Path-9a";
        await using var provider = await SigningProvider.StartAsync();
        var clientSecret = Path.Combine(outside, "client-secret");
        await File.WriteAllTextAsync(clientSecret, Given, TestContext.Current.CancellationToken);
        using var server = Start(
            "run",
            "--data",
            data,
            "--listen",
            "127.0.0.1:0",
            "--oidc-issuer",
            provider.Settings.Issuer,
            "--oidc-client",
            "iwtune",
            "--oidc-secret-file",
            clientSecret,
            "--oidc-map",
            "netops=admin"
        );
        try
        {
            var url = await LineAsync(server, "listening");
            using var enrolment = JsonDocument.Parse(await OutputAsync("token", "create", "--data", data, "--json"));
            var token = enrolment.RootElement.GetProperty("token").GetString()!;
            Assert.StartsWith(
                $"iwtune enroll {url} --token {token} --ca-pin sha256:",
                enrolment.RootElement.GetProperty("command").GetString(),
                StringComparison.Ordinal
            );
            using var api = JsonDocument.Parse(
                await OutputAsync("token", "create", "--data", data, "--kind", "api", "--role", "admin", "--json")
            );
            var bearer = api.RootElement.GetProperty("token").GetString()!;
            using var client = Client(url);
            using var joined = await client.PostAsJsonAsync(
                AgentPaths.Enrol,
                new EnrolRequest(token, TestHost.FactsOf("web-1")),
                WireJson.Default.EnrolRequest
            );
            var reply = await joined.ReadAsync(WireJson.Default.EnrolReply);
            client.DefaultRequestHeaders.Add("Authorization", $"{AgentPaths.HostScheme} {reply.HostId}.{reply.HostSecret}");
            Assert.Equal(HttpStatusCode.NoContent, (await client.GetAsync(AgentPaths.Ping)).StatusCode);
            client.DefaultRequestHeaders.Remove("Authorization");
            client.DefaultRequestHeaders.Add("Authorization", $"Bearer {bearer}");
            Assert.Equal(HttpStatusCode.OK, (await client.GetAsync(FleetPaths.Hosts)).StatusCode);
            var password = Screen().Split('\n').First(line => line.StartsWith("password", StringComparison.Ordinal)).Split(' ')[^1].Trim();

            const string Guess = "marked-Guess-4d1e";
            foreach (var typed in new[] { Guess, password })
                await SignInAsync(client, typed);
            using (
                await client.PostAsync(
                    "/api/v1/account/password",
                    new StringContent($$"""{"current":"{{Guess}}","wanted":7""", Encoding.UTF8, "application/json")
                )
            )
            using (await client.GetAsync($"{FleetPaths.Hosts}?q={Uri.EscapeDataString("nonsense:!")}"))
            {
                // Malformed on purpose: errors must not repeat their input.
            }
            using var visitor = Client(url);
            var sentTo = await AtProviderAsync(visitor, Code);
            Assert.Equal(Given, provider.SecretHeard);
            await SignInAsync(visitor, Own);
            var seed = await AuthenticatorKeyAsync(visitor);
            using var added = await client.PostAsJsonAsync(
                FleetPaths.Webhooks,
                new WebhookRequest
                {
                    Name = "pager",
                    Address = $"https://hooks.example.com/services/{Hook}",
                    Kinds = [WebhookKinds.Security],
                },
                WebhookJson.Default.WebhookRequest
            );
            var hookSecret = (await added.ReadAsync(WebhookJson.Default.CreatedWebhook)).Secret;
            using var export = await client.PostAsJsonAsync(
                FleetPaths.ComplianceExport,
                new ExportRequest(),
                ComplianceJson.Default.ExportRequest
            );
            var told =
                sentTo
                + await UnzippedAsync(export)
                + await client.GetStringAsync(FleetPaths.AuditExport)
                + await client.GetStringAsync(FleetPaths.Webhooks);
            var backup = Path.Combine(outside, "backup.tar.gz");
            await OutputAsync("backup", backup, "--data", data);
            var opened = await OpenedAsync(backup);
            var audit = await client.GetStringAsync(FleetPaths.Audit);
            Assert.Contains("session.open", audit, StringComparison.Ordinal);
            var logged =
                told
                + audit
                + string.Join('\n', Screen().Split('\n').Where(line => !line.StartsWith("password", StringComparison.Ordinal)));
            Assert.Contains(AgentPaths.Enrol, logged, StringComparison.Ordinal);
            foreach (
                var secret in new[]
                {
                    token,
                    bearer,
                    reply.HostSecret,
                    password,
                    Own,
                    Guess,
                    Given,
                    Code,
                    Hook,
                    hookSecret,
                    hookSecret["whsec_".Length..],
                    seed,
                }
            )
            {
                Assert.DoesNotContain(secret, logged, StringComparison.Ordinal);
                // running.lock is excluded, because no other process may open it.
                foreach (
                    var file in Directory
                        .EnumerateFiles(data, "*", SearchOption.AllDirectories)
                        .Where(file => Path.GetFileName(file) != "running.lock")
                )
                    Assert.True(File.ReadAllBytes(file).AsSpan().IndexOf(Encoding.UTF8.GetBytes(secret)) < 0, $"{file} holds a secret");
                Assert.True(opened.AsSpan().IndexOf(Encoding.UTF8.GetBytes(secret)) < 0, "the backup holds a secret as it was typed");
            }
        }
        finally
        {
            server.Kill();
            await server.WaitForExitAsync();
        }
    }

    [Theory]
    [InlineData(64, "--listen", "run", "--listen", "nowhere")]
    [InlineData(64, "--bundle-life", "run", "--bundle-life", "soon")]
    [InlineData(64, "site", "token", "create", "--labels", "site")]
    [InlineData(64, "uses", "token", "create", "--kind", "api", "--uses", "3")]
    [InlineData(64, "lower-case", "user", "add", "Admin!")]
    [InlineData(1, "is not a data directory|Nothing was created.", "token", "create")]
    [InlineData(1, "is not a data directory|Nothing was created.", "user", "list")]
    [InlineData(1, "is not a data directory|Nothing was created.", "verify-audit")]
    [InlineData(0, "verify-audit", "--help")]
    public async Task A_verb_answers_with_its_code_and_names_what_is_wrong(int code, string says, params string[] arguments)
    {
        using var process = Start([.. arguments, .. arguments[0] == "--help" ? Array.Empty<string>() : ["--data", data]]);
        await process.WaitForExitAsync().WaitAsync(Until.Limit);
        Assert.True(process.ExitCode == code, $"exit {process.ExitCode}: {Screen()}");
        Assert.Contains(says.Split('|'), word => Screen().Contains(word, StringComparison.Ordinal));
        Assert.Empty(Directory.EnumerateFileSystemEntries(data));
    }

    public void Dispose()
    {
        Directory.Delete(data, recursive: true);
        Directory.Delete(outside, recursive: true);
    }

    private Process Start(params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet", [Program, .. arguments]) { RedirectStandardOutput = true, RedirectStandardError = true };
        start.Environment["Logging__LogLevel__Default"] = "Trace";
        start.Environment["Logging__LogLevel__Microsoft.AspNetCore.DataProtection"] = "Trace";
        var process = Process.Start(start)!;
        process.OutputDataReceived += Keep;
        process.ErrorDataReceived += Keep;
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        return process;
    }

    /// <summary>To the provider and back with a code that it does not accept; meanwhile the server sends it the client secret.</summary>
    /// <returns>Every address the browser was sent to.</returns>
    private static async Task<string> AtProviderAsync(HttpClient visitor, string code)
    {
        using var away = await visitor.GetAsync("/sign-in/company");
        var state = System.Web.HttpUtility.ParseQueryString(away.Headers.Location!.Query)["state"]!;
        using var back = await visitor.GetAsync($"/sign-in/callback?code={code}&state={Uri.EscapeDataString(state)}");
        Assert.Equal("/sign-in/refused", back.Headers.Location!.OriginalString);
        return $"{away.Headers.Location}\n{back.Headers.Location}\n";
    }

    private static async Task<string> AuthenticatorKeyAsync(HttpClient visitor)
    {
        var parser = new AngleSharp.Html.Parser.HtmlParser();
        var form = parser
            .ParseDocument(await visitor.GetStringAsync("/account"))
            .QuerySelectorAll("form")
            .First(f => f.QuerySelector("input[name=_handler][value=begin]") is not null);
        using var begun = await visitor.PostAsync(
            "/account",
            new FormUrlEncodedContent([
                new("__RequestVerificationToken", form.QuerySelector("input[name=__RequestVerificationToken]")!.GetAttribute("value")!),
                new("_handler", "begin"),
            ])
        );
        return parser
            .ParseDocument(await begun.Content.ReadAsStringAsync())
            .QuerySelector(".qr-words code")!
            .TextContent.Replace(" ", "", StringComparison.Ordinal);
    }

    private static async Task<string> UnzippedAsync(HttpResponseMessage answer)
    {
        using var zip = new ZipArchive(await answer.Content.ReadAsStreamAsync());
        var text = new StringBuilder();
        foreach (var entry in zip.Entries)
        {
            using var reader = new StreamReader(entry.Open());
            text.AppendLine(await reader.ReadToEndAsync());
        }
        return text.ToString();
    }

    private static async Task<byte[]> OpenedAsync(string file)
    {
        await using var packed = new GZipStream(File.OpenRead(file), CompressionMode.Decompress);
        using var open = new MemoryStream();
        await packed.CopyToAsync(open);
        return open.ToArray();
    }

    private static async Task SignInAsync(HttpClient client, string password)
    {
        var next = await SubmitAsync(client, "/sign-in", "sign-in", new("Input.Name", "admin"), new("Input.Password", password));
        if (next.StartsWith("/sign-in/new-password", StringComparison.Ordinal))
            await SubmitAsync(client, next, "new-password", new KeyValuePair<string, string>("Input.Wanted", Own));
    }

    private static async Task<string> SubmitAsync(
        HttpClient client,
        string address,
        string form,
        params KeyValuePair<string, string>[] fields
    )
    {
        var page = new AngleSharp.Html.Parser.HtmlParser().ParseDocument(await client.GetStringAsync(address));
        var token = page.QuerySelector("form input[name=__RequestVerificationToken]")!.GetAttribute("value")!;
        using var answer = await client.PostAsync(
            address,
            new FormUrlEncodedContent([new("__RequestVerificationToken", token), new("_handler", form), .. fields])
        );
        return answer.Headers.Location?.OriginalString ?? "";
    }

    private static async Task<string> OutputAsync(params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet", [Program, .. arguments]) { RedirectStandardOutput = true };
        using var process = Process.Start(start)!;
        var text = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.Equal(0, process.ExitCode);
        return text;
    }

    private async Task<string> LineAsync(Process server, string word)
    {
        await Until.TrueAsync(
            () =>
            {
                Assert.False(server.HasExited, Screen());
                return Screen().Contains("\nenrol a host", StringComparison.Ordinal);
            },
            Screen
        );
        return Screen().Split('\n').First(line => line.StartsWith(word, StringComparison.Ordinal)).Split(' ')[^1].Trim();
    }

    private HttpClient Client(string url)
    {
        var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
        handler.SslOptions.CertificateChainPolicy = new()
        {
            TrustMode = X509ChainTrustMode.CustomRootTrust,
            RevocationMode = X509RevocationMode.NoCheck,
        };
        handler.SslOptions.CertificateChainPolicy.CustomTrustStore.Add(
            X509CertificateLoader.LoadCertificateFromFile(Path.Combine(data, "ca.pem"))
        );
        return new HttpClient(handler) { BaseAddress = new Uri(url) };
    }

    private void Keep(object sender, DataReceivedEventArgs line)
    {
        lock (log)
            log.AppendLine(line.Data);
    }

    private string Screen()
    {
        lock (log)
            return log.ToString();
    }
}
