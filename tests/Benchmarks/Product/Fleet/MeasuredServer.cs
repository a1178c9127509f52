using System.Diagnostics;
using System.Net.Http.Headers;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;
using IwTune.Benchmarks.Measuring;
using IwTune.Lab;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Benchmarks.Product.Fleet;

/// <summary>The real server over a store that was filled beforehand, with an administrator's token.</summary>
internal sealed class MeasuredServer : IDisposable
{
    private const string Policy = "policy: bench\nwindow: { initcwnd: 10 }\nscopes: [default]\n";
    private readonly IBenchStore store;
    private readonly IReadOnlyList<string> more;
    private LabProcess process;

    private MeasuredServer(
        IBenchStore store,
        LabProcess process,
        IReadOnlyList<string> more,
        string data,
        Uri url,
        string token,
        HeldBundle held
    )
    {
        (this.store, this.process, this.more, Data, Url, Token, Held) = (store, process, more, data, url, token, held);
        Api = new HttpClient(Handler())
        {
            BaseAddress = url,
            Timeout = TimeSpan.FromMinutes(2),
            DefaultRequestHeaders = { Authorization = new AuthenticationHeaderValue("Bearer", token) },
        };
    }

    public string Data { get; }

    public Uri Url { get; }

    public string Token { get; }

    /// <summary>The content that seeded hosts hold, which is their required content.</summary>
    public HeldBundle Held { get; }

    /// <summary>What the store occupies on the disk, bytes.</summary>
    public Task<long> StoredAsync() => store.SizeAsync(Data);

    /// <summary>Trusts the server's own CA alone, as agents do.</summary>
    public SocketsHttpHandler Handler() =>
        new()
        {
            PooledConnectionLifetime = Timeout.InfiniteTimeSpan,
            UseProxy = false,
            UseCookies = false,
            SslOptions = Tls(),
        };

    /// <inheritdoc cref="Handler"/>
    public SslClientAuthenticationOptions Tls() =>
        new()
        {
            TargetHost = Url.Host,
            CertificateChainPolicy = new()
            {
                TrustMode = X509ChainTrustMode.CustomRootTrust,
                RevocationMode = X509RevocationMode.NoCheck,
                CustomTrustStore = { X509Certificate2.CreateFromPem(File.ReadAllText(Path.Combine(Data, "ca.pem"))) },
            },
        };

    /// <summary>Calls with an administrator's token; pages accept it as well.</summary>
    public HttpClient Api { get; }

    public ProcessMemory Memory => ProcessMemory.Of(process.Id);

    /// <summary>What its process has handed to the disk (write_bytes in proc(5)), bytes.</summary>
    public long Written => ProcessMemory.WrittenBy(process.Id);

    /// <summary>Of the server and of its database.</summary>
    public TimeSpan Cpu => ProcessMemory.CpuOf(process.Id) + store.Cpu;

    /// <param name="store">Which database.</param>
    /// <param name="scratch">The folder of its data.</param>
    /// <param name="hosts">Hosts to fill it with.</param>
    /// <param name="more">Further arguments of <c>run</c>.</param>
    public static Task<MeasuredServer> StartAsync(IBenchStore store, Scratch scratch, int hosts, params string[] more) =>
        StartAsync(store, scratch, hosts, SeededPast.Week, more);

    /// <inheritdoc cref="StartAsync(IBenchStore, Scratch, int, string[])"/>
    /// <param name="past">Their history.</param>
    public static async Task<MeasuredServer> StartAsync(
        IBenchStore store,
        Scratch scratch,
        int hosts,
        SeededPast past,
        params string[] more
    )
    {
        var data = scratch.At($"server-{store.Name}-{hosts}");
        // Its first start creates the objects that a token needs.
        using (await BegunAsync(store, data)) { }
        var token = NewToken(store, data, "--kind", "api");
        var held = await FirstAsync(store, data, token);
        Console.Error.WriteLine($"  {store.Name}: writing {hosts:#,0} hosts");
        using (var database = await store.OpenAsync(data))
            await Seeding.RunAsync(database, 0, hosts, held, past);
        Console.Error.WriteLine($"  {store.Name}: starting the server, which judges them all");
        var (process, url) = await RunAsync(store, data, more);
        var server = new MeasuredServer(store, process, more, data, url, token, held);
        await server.SettleAsync();
        await store.KeepHouseAsync(data);
        return server;
    }

    /// <summary>Waits until the server has little background work, or for a limited time.</summary>
    public async Task SettleAsync()
    {
        var longest = Stopwatch.StartNew();
        for (var quiet = 0; quiet < 3 && longest.Elapsed < TimeSpan.FromSeconds(45); )
        {
            var (before, clock) = (Cpu, Stopwatch.StartNew());
            await Task.Delay(TimeSpan.FromMilliseconds(600));
            quiet = (Cpu - before) / clock.Elapsed < 0.2 ? quiet + 1 : 0;
        }
    }

    /// <param name="window">Differs from the previous window; otherwise nothing is new.</param>
    /// <param name="hosts">The number of hosts that this changes: the server requires it.</param>
    public Task PublishAsync(int window, int hosts) =>
        PublishAsync(new(Policy.Replace("10", $"{window}", StringComparison.Ordinal), "bench", Confirm: hosts));

    private async Task PublishAsync(PublishRequest request)
    {
        using var answer = await Api.PostAsync(FleetPaths.Policies, Json(request));
        if (!answer.IsSuccessStatusCode)
            throw new BenchException($"the policy was not published: {await answer.Content.ReadAsStringAsync()}");
    }

    /// <summary>Publishes a policy that is assigned to no host.</summary>
    public Task PublishElsewhereAsync() =>
        PublishAsync(new(Policy.Replace("bench", "elsewhere", StringComparison.Ordinal), "bench", Assign: "site:elsewhere"));

    /// <summary>Kills it and starts it again at the same address.</summary>
    public async Task KillAndRestartAsync()
    {
        process.Dispose();
        (process, _) = await RunAsync(store, Data, more, Url.Authority);
    }

    /// <summary>A further token.</summary>
    public string NewToken(string kind, params string[] more) => NewToken(store, Data, ["--kind", kind, .. more]);

    /// <summary>The server's store, opened separately.</summary>
    public Task<Database> OpenStoreAsync() => store.OpenAsync(Data);

    public void Dispose()
    {
        Api.Dispose();
        process.Dispose();
    }

    /// <summary>The one host that every seeded fleet has in addition to the others.</summary>
    public const int Extra = 1;

    /// <summary>A server with one policy for all hosts, so that the store knows the content of seeded hosts.</summary>
    private static async Task<HeldBundle> FirstAsync(IBenchStore store, string data, string token)
    {
        using (var database = await store.OpenAsync(data))
            await Seeding.RunAsync(
                database,
                SeededHost.Extra.Number,
                1,
                new HeldBundle(0, "sha256:none", DateTimeOffset.UtcNow.AddDays(1)),
                SeededPast.Week
            );
        var (process, url) = await RunAsync(store, data, []);
        using var server = new MeasuredServer(store, process, [], data, url, token, new HeldBundle(0, "", DateTimeOffset.UtcNow));
        using var published = await server.Api.PostAsync(
            FleetPaths.Policies,
            Json(new PublishRequest(Policy, "bench", Assign: "*", Confirm: 1))
        );
        if (!published.IsSuccessStatusCode)
            throw new BenchException($"the policy was not published: {await published.Content.ReadAsStringAsync()}");
        var first = SeededHost.Extra;
        using var request = new HttpRequestMessage(HttpMethod.Post, AgentPaths.CheckIn)
        {
            Content = new ByteArrayContent(
                JsonSerializer.SerializeToUtf8Bytes(
                    new CheckInRequest(null, first.StateHash, first.Facts.BootId, 2),
                    WireJson.Default.CheckInRequest
                )
            ),
            Headers = { Authorization = new AuthenticationHeaderValue(AgentPaths.HostScheme, $"{first.Id}.{first.Secret}") },
        };
        request.Content.Headers.ContentType = new("application/json");
        using var answer = await server.Api.SendAsync(request);
        var envelope = JsonSerializer.Deserialize(await answer.Content.ReadAsStringAsync(), WireJson.Default.Envelope)!;
        return new ReceivedBundles().Read(envelope).Held;
    }

    private static async Task<LabProcess> BegunAsync(IBenchStore store, string data) => (await RunAsync(store, data, [])).Process;

    private static async Task<(LabProcess Process, Uri Url)> RunAsync(
        IBenchStore store,
        string data,
        IReadOnlyList<string> more,
        string listen = "127.0.0.1:0"
    )
    {
        var process = LabProcess.Start(
            Shipped.Server,
            // One token makes every call of a benchmark.
            ["run", "--data", data, "--listen", listen, "--approvals", "0", "--calls", "10000", .. store.Arguments, .. more]
        );
        try
        {
            var line = await process.WaitForLineAsync("listening ", TimeSpan.FromSeconds(120));
            return (process, new Uri(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1]));
        }
        catch
        {
            process.Dispose();
            throw;
        }
    }

    private static string NewToken(IBenchStore store, string data, params string[] more) =>
        ServerToken.Create(["--data", data, .. store.Arguments, .. more]).Token;

    private static ByteArrayContent Json(PublishRequest request) =>
        new(JsonSerializer.SerializeToUtf8Bytes(request, PoliciesJson.Default.PublishRequest))
        {
            Headers = { ContentType = new("application/json") },
        };
}
