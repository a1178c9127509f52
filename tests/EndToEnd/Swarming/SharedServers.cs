using System.Globalization;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Agent.Control;
using IwTune.Lab;
using IwTune.Lab.Databases;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Servers;
using IwTune.Swarm.Running;

namespace IwTune.EndToEnd.Swarming;

/// <summary>Two real servers over one PostgreSQL, as an operator starts them: each with an empty data directory.</summary>
internal sealed class SharedServers : IAsyncDisposable
{
    private readonly PostgresCluster database = PostgresCluster.Start();
    private readonly string[] data =
    [
        Directory.CreateTempSubdirectory("iwtune-a-").FullName,
        Directory.CreateTempSubdirectory("iwtune-b-").FullName,
    ];
    private readonly int[] ports = [FreePort.Find(), FreePort.Find()];
    private readonly LabProcess?[] processes = new LabProcess?[2];
    private readonly HttpClient http = new(
        new HttpClientHandler { ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator }
    );

    public static async Task<SharedServers> StartAsync()
    {
        var servers = new SharedServers();
        try
        {
            await servers.StartAsync(0);
            await servers.StartAsync(1);
            servers.http.DefaultRequestHeaders.Authorization = new("Bearer", servers.Token("--kind", "api").Token);
            return servers;
        }
        catch
        {
            await servers.DisposeAsync();
            throw;
        }
    }

    public Uri Url(int server) => new(string.Create(CultureInfo.InvariantCulture, $"https://127.0.0.1:{ports[server]}"));

    public async Task StartAsync(int server)
    {
        processes[server]?.Dispose();
        var process = LabProcess.Start(
            Binaries.Server,
            ["run", "--data", data[server], "--database", Database, "--listen", Url(server).Authority, "--poll", "5s", "--approvals", "0"]
        );
        processes[server] = process;
        await process.WaitForLineAsync("CA pin");
    }

    /// <summary>Sends SIGKILL: no host or server is notified.</summary>
    public void Kill(int server) => processes[server]!.Kill();

    public async Task<SimulatedHosts> SwarmAsync(int server, int hosts)
    {
        var (token, pin, _) = Token("--uses", $"{hosts * 2}");
        Assert.True(CaPin.TryParse(pin, out var parsed));
        var swarm = SimulatedHosts.Of(
            new SwarmOptions
            {
                Server = Url(server),
                Tokens = [token],
                Pin = parsed,
                Hosts = hosts,
                Seed = 7,
                Buffer = 40,
            }
        );
        Assert.Empty(await swarm.JoinAsync(CancellationToken.None));
        return swarm;
    }

    public async Task<T> PostAsync<TBody, T>(int server, string path, TBody body, JsonTypeInfo<TBody> type, JsonTypeInfo<T> reply)
    {
        using var answer = await http.PostAsJsonAsync(new Uri(Url(server), path), body, type);
        return await ReadAsync(answer, reply);
    }

    public async Task<T> GetAsync<T>(int server, string path, JsonTypeInfo<T> type)
    {
        using var answer = await http.GetAsync(new Uri(Url(server), path));
        return await ReadAsync(answer, type);
    }

    /// <summary>The leading server, as the other one reports.</summary>
    public async Task<int?> LeaderAsync(int asked)
    {
        var servers = await GetAsync(asked, FleetPaths.Servers, ServersJson.Default.FleetServers);
        return servers.Servers.FirstOrDefault(server => server.Leads) is { } leader
            ? Array.FindIndex(ports, port => new Uri(leader.Url).Port == port)
            : null;
    }

    public async ValueTask DisposeAsync()
    {
        http.Dispose();
        foreach (var process in processes.OfType<LabProcess>())
        {
            await process.StopAsync();
            process.Dispose();
        }
        database.Dispose();
        foreach (var directory in data)
            Directory.Delete(directory, recursive: true);
    }

    private string Database => database.Url("postgres");

    private ServerToken Token(params string[] options) => ServerToken.Create(["--data", data[0], "--database", Database, .. options]);

    private static async Task<T> ReadAsync<T>(HttpResponseMessage answer, JsonTypeInfo<T> type)
    {
        var text = await answer.Content.ReadAsStringAsync();
        return answer.IsSuccessStatusCode
            ? JsonSerializer.Deserialize(text, type)!
            : throw new LabException($"{answer.RequestMessage!.RequestUri}: {(int)answer.StatusCode} {text}");
    }
}
