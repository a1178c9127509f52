using System.Globalization;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Agent.Control;
using IwTune.Agent.Engine.Passive;
using IwTune.Lab;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;
using IwTune.Swarm.Running;

namespace IwTune.EndToEnd.Swarming;

/// <summary>The real server on its own port, which it keeps over restarts, and the swarm that belongs to it.</summary>
internal sealed class SwarmServer : IAsyncDisposable
{
    private readonly string data = Directory.CreateTempSubdirectory("iwtune-swarm-server-").FullName;
    private readonly int port = FreePort.Find();
    private readonly string[] options;
    private readonly HttpClient http;
    private readonly Lazy<ServerToken> administrator;
    private LabProcess process;

    private SwarmServer(string[] options)
    {
        this.options = options;
        administrator = new(() => Token("--kind", "api", "--name", "administrator"));
        process = Launch();
        http = new HttpClient(
            new HttpClientHandler
            {
                ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator,
            }
        )
        {
            BaseAddress = Url,
        };
    }

    public Uri Url => new($"https://127.0.0.1:{port}");

    public string Output => process.Output;

    /// <param name="options">In addition to the options of <c>iwtune-server run</c> that are always given.</param>
    public static async Task<SwarmServer> StartAsync(params string[] options)
    {
        var server = new SwarmServer(options);
        try
        {
            await server.process.WaitForLineAsync("CA pin");
            server.http.DefaultRequestHeaders.Authorization = new("Bearer", server.Token("--kind", "api").Token);
            return server;
        }
        catch
        {
            server.Kill();
            await server.DisposeAsync();
            throw;
        }
    }

    /// <summary>A token by the real command.</summary>
    public ServerToken Token(params string[] options) => ServerToken.Create(["--data", data, .. options]);

    /// <summary>An enrolled swarm.</summary>
    public async Task<SimulatedHosts> SwarmAsync(int hosts, Func<SwarmOptions, SwarmOptions>? with = null)
    {
        var (token, pin, _) = Token("--uses", $"{hosts * 2}");
        Assert.True(CaPin.TryParse(pin, out var parsed));
        var options = new SwarmOptions
        {
            Server = Url,
            Tokens = [token],
            Pin = parsed,
            Hosts = hosts,
            Seed = 7,
            Buffer = 40,
            Pace = new ReportPace(TimeSpan.FromSeconds(10), TimeSpan.FromSeconds(5)),
        };
        var swarm = SimulatedHosts.Of(with?.Invoke(options) ?? options);
        Assert.Empty(await swarm.JoinAsync(CancellationToken.None));
        return swarm;
    }

    /// <summary><c>iwtune fleet …</c> as an administrator types it.</summary>
    public CommandResult Run(params string[] words) =>
        Commands.TryRun(
            Binaries.Agent,
            ["fleet", .. words, "--server", $"{Url}", "--token", administrator.Value.Token, "--ca-pin", administrator.Value.CaPin]
        );

    public async Task<PublishReply> PublishAsync(PublishRequest request)
    {
        using var answer = await http.PostAsJsonAsync(FleetPaths.Policies, request, PoliciesJson.Default.PublishRequest);
        return await ReadAsync<PublishReply>(answer);
    }

    public async Task<T> GetAsync<T>(string path)
    {
        using var answer = await http.GetAsync(path);
        return await ReadAsync<T>(answer);
    }

    private static JsonSerializerOptions Json { get; } =
        new(WireJson.Default.Options) { TypeInfoResolver = JsonTypeInfoResolver.Combine(HostsJson.Default, PoliciesJson.Default) };

    /// <summary>Sends SIGKILL: no host is notified, and data that was only in memory is lost.</summary>
    public void Kill() => process.Kill();

    public async Task StartAgainAsync()
    {
        process.Dispose();
        process = Launch();
        await process.WaitForLineAsync("CA pin");
    }

    public async ValueTask DisposeAsync()
    {
        http.Dispose();
        await process.StopAsync();
        process.Dispose();
        Directory.Delete(data, recursive: true);
    }

    private LabProcess Launch() =>
        LabProcess.Start(
            Binaries.Server,
            [
                "run",
                "--data",
                data,
                "--listen",
                string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{port}"),
                "--poll",
                "10s",
                .. options,
            ]
        );

    private static async Task<T> ReadAsync<T>(HttpResponseMessage answer)
    {
        var text = await answer.Content.ReadAsStringAsync();
        return answer.IsSuccessStatusCode
            ? JsonSerializer.Deserialize<T>(text, Json)!
            : throw new LabException($"{answer.RequestMessage!.RequestUri}: {(int)answer.StatusCode} {text}");
    }
}
