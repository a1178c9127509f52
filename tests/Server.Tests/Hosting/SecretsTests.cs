using System.Diagnostics;
using System.Net;
using System.Net.Http.Json;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Text.Json;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Hosting;

/// <summary>The real program in a process of its own, with every log category turned up.</summary>
public sealed class SecretsTests : IDisposable
{
    private static readonly string Program = Path.Combine(AppContext.BaseDirectory, "iwtune-server.dll");
    private readonly string data = Directory.CreateTempSubdirectory("iwtune-process-").FullName;
    private readonly StringBuilder log = new();

    [Fact]
    public async Task No_secret_is_in_the_log_or_in_the_store_even_when_everything_is_logged()
    {
        using var server = Start("run", "--data", data, "--listen", "127.0.0.1:0");
        try
        {
            var url = await LineAsync(server, "listening");
            using var enrolment = JsonDocument.Parse(await OutputAsync("token", "create", "--data", data, "--json"));
            var token = enrolment.RootElement.GetProperty("token").GetString()!;
            Assert.StartsWith($"iwtune enroll {url} --token {token} --ca-pin sha256:", enrolment.RootElement.GetProperty("command").GetString(), StringComparison.Ordinal);
            using var api = JsonDocument.Parse(await OutputAsync("token", "create", "--data", data, "--kind", "api", "--json"));
            var bearer = api.RootElement.GetProperty("token").GetString()!;
            using var client = Client(url);
            using var joined = await client.PostAsJsonAsync(AgentPaths.Enrol, new EnrolRequest(token, TestHost.FactsOf("web-1")), WireJson.Default.EnrolRequest);
            var reply = await joined.ReadAsync(WireJson.Default.EnrolReply);
            client.DefaultRequestHeaders.Add("Authorization", $"{AgentPaths.HostScheme} {reply.HostId}.{reply.HostSecret}");
            Assert.Equal(HttpStatusCode.NoContent, (await client.GetAsync(AgentPaths.Ping)).StatusCode);
            client.DefaultRequestHeaders.Remove("Authorization");
            client.DefaultRequestHeaders.Add("Authorization", $"Bearer {bearer}");
            Assert.Equal(HttpStatusCode.OK, (await client.GetAsync(FleetPaths.Hosts)).StatusCode);
            var password = Screen().Split('\n').First(line => line.StartsWith("password", StringComparison.Ordinal)).Split(' ')[^1].Trim();

            var logged = string.Join('\n', Screen().Split('\n').Where(line => !line.StartsWith("password", StringComparison.Ordinal)));
            Assert.Contains(AgentPaths.Enrol, logged, StringComparison.Ordinal);
            foreach (var secret in new[] { token, bearer, reply.HostSecret, password })
            {
                Assert.DoesNotContain(secret, logged, StringComparison.Ordinal);
                foreach (var file in Directory.EnumerateFiles(data, "*", SearchOption.AllDirectories))
                    Assert.True(File.ReadAllBytes(file).AsSpan().IndexOf(Encoding.UTF8.GetBytes(secret)) < 0, $"{file} holds a secret");
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
    [InlineData(0, "intact|every one", "verify-audit")]
    [InlineData(0, "verify-audit", "--help")]
    public async Task A_verb_answers_with_its_code_and_names_what_is_wrong(int code, string says, params string[] arguments)
    {
        using var process = Start([.. arguments, .. arguments[0] == "--help" ? Array.Empty<string>() : ["--data", data]]);
        await process.WaitForExitAsync().WaitAsync(TimeSpan.FromSeconds(30));
        Assert.True(process.ExitCode == code, $"exit {process.ExitCode}: {Screen()}");
        Assert.Contains(says.Split('|'), word => Screen().Contains(word, StringComparison.Ordinal));
    }

    public void Dispose() => Directory.Delete(data, recursive: true);

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
        for (var limit = Stopwatch.StartNew(); limit.Elapsed < TimeSpan.FromSeconds(30); await Task.Delay(50))
        {
            Assert.False(server.HasExited, Screen());
            if (Screen().Split('\n').FirstOrDefault(line => line.StartsWith("join a host", StringComparison.Ordinal)) is not null)
                return Screen().Split('\n').First(line => line.StartsWith(word, StringComparison.Ordinal)).Split(' ')[^1].Trim();
        }
        throw new TimeoutException(Screen());
    }

    private HttpClient Client(string url)
    {
        var handler = new SocketsHttpHandler();
        handler.SslOptions.CertificateChainPolicy = new() { TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck };
        handler.SslOptions.CertificateChainPolicy.CustomTrustStore.Add(X509CertificateLoader.LoadCertificateFromFile(Path.Combine(data, "ca.pem")));
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
