using System.Net;
using System.Net.Sockets;

namespace IwTune.Lab;

/// <summary>A real <c>iwtune-server</c> in a namespace.</summary>
public sealed class ServerProcess : IDisposable
{
    private readonly NetNamespace space;
    private LabProcess process;

    private readonly string? name;
    private readonly IReadOnlyDictionary<string, string>? environment;
    private readonly string[] options;

    private ServerProcess(
        NetNamespace space,
        string data,
        IPEndPoint address,
        string? name,
        IReadOnlyDictionary<string, string>? environment,
        string[] options
    )
    {
        (this.space, Data, Address, this.name, this.environment, this.options) = (space, data, address, name, environment, options);
        process = Launch();
    }

    /// <summary>Its data directory.</summary>
    public string Data { get; }

    /// <summary>Its address inside the namespace.</summary>
    public IPEndPoint Address { get; }

    /// <summary>The URL that agents use.</summary>
    public string Url => name is null ? $"https://{Address}" : $"https://{name}:{Address.Port}";

    /// <summary>Its output.</summary>
    public string Output => process.Output;

    /// <summary>The id of its process.</summary>
    public int Id => process.Id;

    /// <summary>True once it has ended.</summary>
    public bool Ended => process.Ended;

    /// <summary>The administrator's password, printed once at first start.</summary>
    public string AdminPassword =>
        Output.Split('\n').FirstOrDefault(line => line.Contains("assword", StringComparison.Ordinal))?.TrimEnd().Split(' ')[^1]
        ?? throw new LabException("the server printed no administrator password:\n" + Output);

    /// <summary>Starts it and waits until it accepts connections.</summary>
    /// <param name="space">The namespace.</param>
    /// <param name="address">Its listening address.</param>
    /// <param name="data">Its data directory.</param>
    /// <param name="port">Its listening port.</param>
    /// <param name="name">The name that agents use; without one they use its address.</param>
    /// <param name="environment">More environment variables.</param>
    /// <param name="options">Further options, as typed after <c>run</c>.</param>
    public static async Task<ServerProcess> StartAsync(
        NetNamespace space,
        IPAddress address,
        string data,
        int port = 7443,
        string? name = null,
        IReadOnlyDictionary<string, string>? environment = null,
        params string[] options
    )
    {
        var started = new ServerProcess(space, data, new IPEndPoint(address, port), name, environment, options);
        try
        {
            await started.ReadyAsync();
            return started;
        }
        catch
        {
            started.Dispose();
            throw;
        }
    }

    /// <summary>Makes a token with the real command.</summary>
    /// <param name="options">After <c>token create --data DIR --json</c>.</param>
    public ServerToken CreateToken(params string[] options)
    {
        var result = space.TryExec(Binaries.Server, ["token", "create", .. Store, .. options, "--json"], environment);
        return result.ExitCode == 0
            ? ServerToken.Parse(result.Output)
            : throw new LabException($"token create ended with {result.ExitCode}: {result.Error}{result.Output}");
    }

    /// <summary>Runs <c>iwtune-server …</c> as typed, on its data and with its environment.</summary>
    public CommandResult Run(params string[] arguments) => space.TryExec(Binaries.Server, [.. arguments, .. Store], environment);

    /// <summary>A client of its pages and API that trusts any certificate: the laboratory's own server on its own network.</summary>
    /// <param name="from">Where it connects from.</param>
    /// <param name="address">The local address of its connections; <see langword="null"/> for any.</param>
    public HttpClient Client(NetNamespace from, IPAddress? address = null)
    {
        var client = Web.From(from, Address, address);
        client.BaseAddress = new Uri(Url);
        return client;
    }

    /// <summary>Stops it, as if its machine were removed: nothing listens for agents.</summary>
    public void Stop() => process.Kill();

    /// <summary>Starts it again on the same data.</summary>
    public async Task StartAgainAsync()
    {
        process = Launch();
        await ReadyAsync();
    }

    /// <inheritdoc/>
    public void Dispose() => process.Dispose();

    /// <summary>What every verb that opens the store is given.</summary>
    private string[] Store => ["--data", Data, .. Given("--database"), .. Given("--database-password-file")];

    private IEnumerable<string> Given(string name) => options.SkipWhile(option => option != name).Take(2);

    private LabProcess Launch() =>
        space.Start(
            Binaries.Server,
            ["run", "--data", Data, "--listen", Address.ToString(), .. name is null ? [] : new[] { "--name", name }, .. options],
            environment
        );

    private Task ReadyAsync() =>
        Until.TrueAsync(
            () =>
            {
                if (process.Ended)
                    throw new LabException("the server ended:\n" + process.Output);
                return space.Run(() =>
                {
                    using var socket = new Socket(Address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
                    try
                    {
                        socket.Connect(Address);
                        return true;
                    }
                    catch (SocketException)
                    {
                        return false;
                    }
                });
            },
            () => "the server does not listen:\n" + process.Output
        );
}
