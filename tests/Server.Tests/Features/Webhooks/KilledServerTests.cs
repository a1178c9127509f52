using System.Diagnostics;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;
using IwTune.Lab;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Tests.Features.Webhooks;

/// <summary>The real program, killed between an event and its delivery.</summary>
[Trait("Store", "file")]
public sealed class KilledServerTests : IDisposable
{
    private static readonly string Program = Path.Combine(AppContext.BaseDirectory, "iwtune-server.dll");
    private readonly string data = Directory.CreateTempSubdirectory("iwtune-killed-").FullName;

    [Fact]
    public async Task What_was_not_delivered_when_the_server_was_killed_is_delivered_by_the_next_one_in_order()
    {
        await using var receiver = await Receiver.StartAsync();
        var held = new TaskCompletionSource();
        // No answer is sent until the server is dead: it cannot know that anything arrived.
        receiver.Answer = (_, _) => held.Task;
        var killed = await StartAsync();
        try
        {
            var api = await TokenAsync("--kind", "api", "--role", "admin");
            using (var client = Client(api.Url))
            {
                client.DefaultRequestHeaders.Authorization = new("Bearer", api.Token);
                await WebhookFixture.AddAsync(client, receiver.Address, "", WebhookFormat.Json, WebhookKinds.Security);
            }
            for (var i = 0; i < 3; i++)
                await TokenAsync("--kind", "enrolment");
            await Until.TrueAsync(() => !receiver.Messages.IsEmpty, () => "no try before the kill");
        }
        finally
        {
            killed.Kill();
            await killed.WaitForExitAsync();
            killed.Dispose();
        }
        held.SetResult();
        var next = await StartAsync();
        try
        {
            await Until.TrueAsync(
                () => receiver.Messages.Select(one => one.Id).Distinct(StringComparer.Ordinal).Count() == 3,
                () => $"{receiver.Messages.Count} deliveries",
                TimeSpan.FromSeconds(150)
            );
            var first = receiver.Messages.First().Id;
            Assert.True(receiver.Messages.Count(one => one.Id == first) >= 2, "the one under way was sent again, under its own id");
            var entries = receiver.Messages.DistinctBy(one => one.Id).Select(one => one.Event.Data.Entry!.Value).ToList();
            Assert.Equal(entries.Order(), entries);
        }
        finally
        {
            next.Kill();
            await next.WaitForExitAsync();
            next.Dispose();
        }
    }

    public void Dispose() => Directory.Delete(data, recursive: true);

    private async Task<Process> StartAsync()
    {
        var process = Process.Start(
            new ProcessStartInfo("dotnet", [Program, "run", "--data", data, "--listen", "127.0.0.1:0", "--webhook-network", "127.0.0.0/8"])
            {
                RedirectStandardOutput = true,
            }
        )!;
        while (await process.StandardOutput.ReadLineAsync() is { } line)
            if (line.StartsWith("enrol a host", StringComparison.Ordinal))
                return process;
        throw new InvalidOperationException("the server ended");
    }

    private async Task<(string Url, string Token)> TokenAsync(params string[] arguments)
    {
        using var process = Process.Start(
            new ProcessStartInfo("dotnet", [Program, "token", "create", "--data", data, "--json", .. arguments])
            {
                RedirectStandardOutput = true,
            }
        )!;
        var text = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.Equal(0, process.ExitCode);
        using var told = JsonDocument.Parse(text);
        return (File.ReadAllText(Path.Combine(data, "address")).Trim(), told.RootElement.GetProperty("token").GetString()!);
    }

    private HttpClient Client(string url)
    {
        var handler = new SocketsHttpHandler();
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
}
