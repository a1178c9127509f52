using System.Globalization;
using IwTune.Chaos.Cluster.Machines;
using IwTune.Lab;
using IwTune.Lab.Authorities;
using IwTune.Lab.Databases;

namespace IwTune.Chaos.Cluster.Databases;

/// <summary>A machine of the database: etcd, Patroni with its PostgreSQL, and PgBouncer, as in <c>deploy/postgres</c>.</summary>
internal sealed class DatabaseNode
{
    private const int Killed = 9;
    private const string Example = "10.0.0.21";

    private readonly string folder;
    private readonly IReadOnlyList<string> login;
    private readonly Dictionary<string, string> etcd;
    private readonly List<LabProcess> started = [];
    private LabProcess? patroni,
        pooler;

    /// <param name="machine">Where it runs.</param>
    /// <param name="root">Gets its folder.</param>
    /// <param name="authority">Issues its certificate.</param>
    /// <param name="caFile">The certificate of that authority, PEM.</param>
    public DatabaseNode(Machine machine, string root, LabAuthority authority, string caFile)
    {
        Machine = machine;
        folder = Path.Combine(root, machine.Name);
        Directory.CreateDirectory(folder);
        login = Unprivileged.Login(folder);
        var (certificate, key) = authority.IssuePem($"{machine.Address}");
        File.WriteAllText(In("db.pem"), certificate);
        File.WriteAllText(In("db.key"), key);
        File.WriteAllText(In("userlist.txt"), $"\"iwtune\" \"{Passwords.Iwtune}\"\n");
        var address = machine.Address.ToString();
        (string, string)[] certificates = [("/etc/iwtune/db.pem", In("db.pem")), ("/etc/iwtune/db.key", In("db.key"))];
        File.WriteAllText(
            In("patroni.yml"),
            Deployed.Read(
                "postgres/patroni.yml",
                [
                    .. certificates,
                    ("name: db1", $"name: {machine.Name}"),
                    ($"listen: {Example}", $"listen: {address}"),
                    ($"connect_address: {Example}", $"connect_address: {address}"),
                    ("/etc/iwtune/db-ca.pem", caFile),
                    ("/var/lib/postgresql/15/iwtune", In("data")),
                    ("/usr/lib/postgresql/15/bin", PostgresCluster.Binaries()),
                    ("/var/lib/postgresql/patroni.pgpass", In("pgpass")),
                    ("/var/run/postgresql", folder),
                    ("SUPERUSER-PASSWORD", Passwords.Superuser),
                    ("REPLICATION-PASSWORD", Passwords.Replication),
                    ("REWIND-PASSWORD", Passwords.Rewind),
                ]
            )
        );
        File.WriteAllText(In("pgbouncer.ini"), Pooler("pool_mode = session"));
        etcd = Environment(
            Deployed.Read(
                "postgres/etcd.env",
                ("ETCD_NAME=db1", $"ETCD_NAME={machine.Name}"),
                ($"URLS=http://{Example}", $"URLS=http://{address}"),
                ("/var/lib/etcd/iwtune", In("etcd"))
            )
        );
        // The user that runs them must own their keys.
        Commands.TryRun("chown", "-R", "--reference", folder, folder);
        foreach (var secret in new[] { "db.key", "patroni.yml", "userlist.txt" })
            File.SetUnixFileMode(In(secret), UnixFileMode.UserRead | UnixFileMode.UserWrite);
    }

    public Machine Machine { get; }

    public string Name => Machine.Name;

    /// <summary>The output of all its programs.</summary>
    public string Log => string.Join("\n", started.Select(process => process.Output));

    public void StartEtcd() => Keep(Machine.Space.Start("env", [.. login, "etcd"], etcd));

    /// <summary>Starts what is not running of the database.</summary>
    public void Start()
    {
        if (patroni is null or { Ended: true })
            patroni = Keep(Machine.Start(login, folder, "patroni", In("patroni.yml")));
        if (pooler is null or { Ended: true })
            pooler = Keep(Machine.Start(login, folder, "pgbouncer", In("pgbouncer.ini")));
    }

    /// <summary>SIGKILL to Patroni and PostgreSQL, so that neither can say anything about its end.</summary>
    public void Kill()
    {
        patroni?.Kill();
        if (File.Exists(In("data/postmaster.pid")))
            Native.Signal(int.Parse(File.ReadLines(In("data/postmaster.pid")).First(), CultureInfo.InvariantCulture), Killed);
    }

    /// <summary>Runs SQL as the superuser over the machine's own socket.</summary>
    public CommandResult Sql(string database, params string[] arguments) =>
        Machine.Space.TryExec(
            "env",
            [
                $"PGPASSWORD={Passwords.Superuser}",
                "psql",
                "--no-psqlrc",
                "-AtqX",
                "-v",
                "ON_ERROR_STOP=1",
                "-h",
                folder,
                "-U",
                "postgres",
                "-d",
                database,
                .. arguments,
            ]
        );

    /// <summary>The rows of a query of the servers' database.</summary>
    /// <exception cref="LabException">It failed.</exception>
    public string Rows(string query)
    {
        var answer = Sql("iwtune", "-c", query);
        return answer.ExitCode == 0 ? answer.Output : throw new LabException($"psql: {answer.Error}");
    }

    /// <summary>Starts a PgBouncer beside the other one that gives connections back after each transaction.</summary>
    /// <returns>Its port.</returns>
    public LabProcess StartTransactionPooler(int port)
    {
        var file = In("pgbouncer-transaction.ini");
        File.WriteAllText(
            file,
            Pooler("pool_mode = transaction")
                .Replace("listen_port = 6432", $"listen_port = {port.ToString(CultureInfo.InvariantCulture)}", StringComparison.Ordinal)
        );
        Commands.TryRun("chown", "--reference", folder, file);
        return Keep(Machine.Start(login, folder, "pgbouncer", file));
    }

    private string Pooler(string mode) =>
        Deployed.Read(
            "postgres/pgbouncer.ini",
            ("pool_mode = session", mode),
            (Example, Machine.Address.ToString()),
            ("/var/run/postgresql", folder),
            ("/etc/pgbouncer/userlist.txt", In("userlist.txt")),
            ("/etc/iwtune/db.pem", In("db.pem")),
            ("/etc/iwtune/db.key", In("db.key"))
        );

    private string In(string file) => Path.Combine(folder, file);

    private LabProcess Keep(LabProcess process)
    {
        started.Add(process);
        return process;
    }

    private static Dictionary<string, string> Environment(string file) =>
        file.Split('\n')
            .Where(line => line.Length > 0 && line[0] != '#')
            .Select(line => line.Split('=', 2))
            .ToDictionary(pair => pair[0], pair => pair[1], StringComparer.Ordinal);
}
