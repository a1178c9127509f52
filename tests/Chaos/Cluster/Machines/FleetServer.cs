using System.Net;
using IwTune.Chaos.Cluster.Databases;
using IwTune.Lab;

namespace IwTune.Chaos.Cluster.Machines;

/// <summary>A machine with an IwTune server and its own way to the primary of the database, as in <c>deploy/haproxy</c>.</summary>
internal sealed class FleetServer : IDisposable
{
    private const int Port = 7443,
        MostTries = 20;

    private readonly string folder;
    private readonly string address;
    private readonly LabProcess way;
    private ServerProcess? server;

    /// <param name="machine">Where it runs.</param>
    /// <param name="root">Gets a folder of its own.</param>
    /// <param name="database">The database.</param>
    /// <param name="port">5432 to reach PostgreSQL itself, 6432 to come through PgBouncer.</param>
    public FleetServer(Machine machine, string root, DatabaseCluster database, int port)
    {
        Machine = machine;
        folder = Directory.CreateDirectory(Path.Combine(root, machine.Name)).FullName;
        var configuration = Path.Combine(folder, "haproxy.cfg");
        File.WriteAllText(configuration, Deployed.Read("haproxy/database.cfg"));
        way = machine.Space.Start("haproxy", "-db", "-f", configuration);
        File.WriteAllText(PasswordFile, Passwords.Iwtune + "\n");
        File.SetUnixFileMode(PasswordFile, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        address = Address(port, database);
    }

    public Machine Machine { get; }

    public string Name => Machine.Name;

    public ServerProcess Server => server ?? throw new LabException($"the server of {Name} was not started");

    /// <summary>Its own, without the proxy.</summary>
    public string Url => $"https://{Machine.Address}:{Port}";

    /// <summary>
    /// Starts it, and again while it fails, as its unit does (Restart=on-failure): haproxy and PgBouncer must find the primary first.
    /// </summary>
    /// <param name="name">The address that agents use.</param>
    public async Task StartAsync(IPAddress name)
    {
        for (var tries = 1; server is null; tries++)
        {
            try
            {
                server = await TryAsync(name);
            }
            catch (LabException) when (tries < MostTries)
            {
                await Task.Delay(TimeSpan.FromSeconds(1));
            }
        }
    }

    private Task<ServerProcess> TryAsync(IPAddress name) =>
        ServerProcess.StartAsync(
            Machine.Space,
            Machine.Address,
            Path.Combine(folder, "data"),
            Port,
            options:
            [
                "--database",
                address,
                "--database-password-file",
                PasswordFile,
                "--name",
                name.ToString(),
                "--poll",
                "2s",
                "--approvals",
                "0",
            ]
        );

    /// <summary>Its output, and that of its haproxy.</summary>
    public string Log => $"{server?.Output}\n--- haproxy\n{way.Output}";

    /// <summary>What a server says that is started with another port of the database.</summary>
    public CommandResult Refused(int port, DatabaseCluster database, Machine pooler) =>
        Machine.Space.TryExec(
            Binaries.Server,
            "run",
            "--data",
            Path.Combine(folder, "refused"),
            "--listen",
            "127.0.0.1:17443",
            "--database",
            Address(port, database).Replace("127.0.0.1", pooler.Address.ToString(), StringComparison.Ordinal),
            "--database-password-file",
            PasswordFile
        );

    public void Dispose()
    {
        server?.Dispose();
        Machine.Space.Dispose();
    }

    private string PasswordFile => Path.Combine(folder, "db-password");

    private static string Address(int port, DatabaseCluster database) =>
        $"postgres://iwtune@127.0.0.1:{port}/iwtune?sslmode=verify-ca&sslrootcert={database.CaFile}";
}
