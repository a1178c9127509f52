using System.Net;
using IwTune.Chaos.Cluster.Machines;
using IwTune.Lab;
using IwTune.Lab.Authorities;

namespace IwTune.Chaos.Cluster.Databases;

/// <summary>Three machines with Patroni, of which one is the primary.</summary>
internal sealed class DatabaseCluster : IDisposable
{
    private const int Machines = 3;

    /// <summary>A machine that was the primary copies what the new one has; the copy is small.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    private readonly HttpClient http;

    private DatabaseCluster(string caFile, HttpClient http, IReadOnlyList<DatabaseNode> nodes) =>
        (CaFile, this.http, Nodes) = (caFile, http, nodes);

    public IReadOnlyList<DatabaseNode> Nodes { get; }

    /// <summary>The certificate of its CA.</summary>
    public string CaFile { get; }

    /// <summary>Starts it with an empty database that belongs to the role of the servers.</summary>
    public static async Task<DatabaseCluster> StartAsync(Switch network, string root)
    {
        using var authority = new LabAuthority("databases");
        var caFile = Path.Combine(root, "db-ca.pem");
        File.WriteAllText(caFile, authority.Pem);
        var nodes = Enumerable
            .Range(1, Machines)
            .Select(number => new Machine(network, $"db{number}", new IPAddress(new byte[] { 10, 0, 0, (byte)(20 + number) })))
            .Select(machine => new DatabaseNode(machine, root, authority, caFile))
            .ToList();
        var http = Web.From(network.Space);
        http.Timeout = TimeSpan.FromSeconds(2);
        var cluster = new DatabaseCluster(caFile, http, nodes);
        foreach (var node in nodes)
            node.StartEtcd();
        foreach (var node in nodes)
            node.Start();
        await cluster.WholeAsync();
        var primary = await cluster.PrimaryAsync();
        var made = primary.Sql(
            "postgres",
            "-v",
            $"password={Passwords.Iwtune}",
            "-f",
            Path.Combine(Binaries.Root, "deploy/postgres/create.sql")
        );
        return made.ExitCode == 0 ? cluster : throw new LabException($"deploy/postgres/create.sql: {made.Error}");
    }

    /// <summary>What a machine of the cluster says of all; <see langword="null"/> while none answers.</summary>
    public async Task<DatabaseState?> StateAsync()
    {
        foreach (var node in Nodes)
        {
            try
            {
                var state = DatabaseState.Parse(await http.GetStringAsync(new Uri($"http://{node.Machine.Address}:8008/cluster")));
                if (state.Primary is not null)
                    return state;
            }
            catch (Exception away) when (away is HttpRequestException or OperationCanceledException or System.Text.Json.JsonException)
            {
                // Another one may know.
            }
        }
        return null;
    }

    /// <summary>Waits until it can survive a fault.</summary>
    public async Task WholeAsync()
    {
        DatabaseState? state = null;
        await Until.TrueAsync(
            async () => (state = await StateAsync())?.Whole(Machines) == true,
            () => $"the database is not whole: {state}\n{string.Join('\n', Nodes.Select(Ending))}",
            Patience,
            TimeSpan.FromMilliseconds(500)
        );
    }

    public async Task<DatabaseNode> PrimaryAsync() => Named((await StateAsync())?.Primary);

    public async Task<DatabaseNode> SynchronousAsync() => Named((await StateAsync())?.Synchronous);

    public void Dispose()
    {
        http.Dispose();
        foreach (var node in Nodes)
            node.Machine.Space.Dispose();
    }

    private DatabaseNode Named(string? name) =>
        Nodes.FirstOrDefault(node => node.Name == name) ?? throw new LabException($"no machine of the database is '{name}'");

    private static string Ending(DatabaseNode node) => $"{node.Name}:\n{string.Join('\n', node.Log.Split('\n').TakeLast(15))}";
}
