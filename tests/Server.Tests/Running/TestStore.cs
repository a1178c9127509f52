using System.Collections.Concurrent;
using IwTune.Lab.Databases;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Partitions;
using Npgsql;

namespace IwTune.Server.Tests.Running;

/// <summary>
/// Which database the tests run on: <c>IWTUNE_TEST_DATABASE=postgres</c> gives each data directory a database of its own in one PostgreSQL
/// of this process; without it the stores are files, as everywhere else.
/// </summary>
internal static class TestStore
{
    private const string Template = "iwtune_template";
    private static readonly Lazy<PostgresCluster> Cluster = new(() => PostgresCluster.Start());
    private static readonly Lazy<Task> Templated = new(MakeTemplateAsync);
    private static readonly Lazy<Task<string>> MadeFile = new(MakeFileAsync);
    private static readonly ConcurrentDictionary<string, Lazy<Task<string>>> Databases = new(StringComparer.Ordinal);
    private static readonly ConcurrentBag<string> Emptied = [];
    private static int count;

    public static bool IsPostgres { get; } = Environment.GetEnvironmentVariable("IWTUNE_TEST_DATABASE") == "postgres";

    /// <summary>The value of <c>--database</c> for a data directory; always the same for one directory.</summary>
    /// <remarks>Few connections: each is a process, and its start takes longer than most tests.</remarks>
    public static async Task<string?> UrlAsync(string directory) =>
        IsPostgres ? $"{Cluster.Value.Url(await NameAsync(directory))}&connections=4" : null;

    /// <summary>Gives a new data directory a store that has its schema: making one is a quarter of the work of a short test.</summary>
    public static async Task PrepareAsync(string directory)
    {
        if (!IsPostgres)
            File.Copy(await MadeFile.Value, Path.Combine(directory, Database.FileName));
    }

    public static async Task<Database> OpenAsync(string directory, TimeProvider clock) =>
        await Database.OpenAsync(StorePlace.Read(directory, await UrlAsync(directory), null, new List<string>()), clock);

    /// <summary>An empty database, also while the other tests run on files.</summary>
    public static async Task<string> EmptyPostgresAsync()
    {
        var name = $"empty{Interlocked.Increment(ref count)}";
        await ExecuteAsync($"create database {name} template template0");
        return Cluster.Value.Url(name);
    }

    /// <summary>Ends all connections, as an administrator or a restart of the database does.</summary>
    /// <param name="shown">The database, as the store shows it.</param>
    public static Task EndConnectionsAsync(string shown) => EndConnectionsOfAsync(shown.Split('/', '?')[3]);

    /// <inheritdoc cref="EndConnectionsAsync"/>
    public static Task EndConnectionsOfAsync(string name) =>
        ExecuteAsync($"select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '{name}'");

    /// <summary>Changes a database, and ends its open connections.</summary>
    /// <param name="shown">The database, as the store shows it.</param>
    /// <param name="how">What follows <c>alter database NAME</c>.</param>
    public static async Task AlterAsync(string shown, string how)
    {
        await ExecuteAsync($"alter database {shown.Split('/', '?')[3]} {how}");
        await EndConnectionsAsync(shown);
    }

    /// <summary>
    /// Gives the database of a data directory to the next one, as empty as a new one; removes it when a test changed its form.
    /// </summary>
    public static async Task ForgetAsync(string directory)
    {
        if (!Databases.TryRemove(directory, out var made))
            return;
        var name = await made.Value;
        if (await EmptiedStore.TryAsync(AddressOf(name)))
            Emptied.Add(name);
        else
            await ExecuteAsync($"drop database if exists {name} with (force)");
    }

    /// <summary>Removes the templates, and stops the database cluster.</summary>
    public static void End()
    {
        if (MadeFile.IsValueCreated)
            Directory.Delete(Path.GetDirectoryName(MadeFile.Value.Result)!, recursive: true);
        if (Cluster.IsValueCreated)
            Cluster.Value.Dispose();
    }

    private static Task<string> NameAsync(string directory) =>
        Databases
            .GetOrAdd(
                directory,
                _ =>
                    new(async () =>
                    {
                        if (Emptied.TryTake(out var emptied))
                            return emptied;
                        await Templated.Value;
                        var name = $"store{Interlocked.Increment(ref count)}";
                        await ExecuteAsync($"create database {name} template {Template} strategy file_copy");
                        return name;
                    })
            )
            .Value;

    /// <summary>
    /// The schema is made once; a copy of it takes a tenth of the time, and half of that when its files are copied (PostgreSQL 15).
    /// </summary>
    private static async Task MakeTemplateAsync()
    {
        await ExecuteAsync($"create database {Template} template template0");
        // With the partitions that each server would add: a database whose schema a test changes is not used again.
        using (var made = await Database.OpenAsync(StorePlace.Read("", Cluster.Value.Url(Template), null, []), TimeProvider.System))
            await EvidencePartitions.PrepareAsync(made, TimeProvider.System.Now(), PartitionSpan.Week);
        await EmptiedStore.PrepareAsync(AddressOf(Template));
    }

    private static async Task<string> MakeFileAsync()
    {
        var directory = Directory.CreateTempSubdirectory("iwtune-template-").FullName;
        using (await OpenAsync(directory, TimeProvider.System)) { }
        return Path.Combine(directory, Database.FileName);
    }

    /// <summary>Runs a query as an administrator, whatever the servers do.</summary>
    public static async Task<T> AskAsync<T>(string sql)
    {
        await using var connection = new NpgsqlConnection(AddressOf("postgres"));
        await connection.OpenAsync();
        await using var command = new NpgsqlCommand(sql, connection);
        return (await command.ExecuteScalarAsync() is T value ? value : default)!;
    }

    private static string AddressOf(string database) =>
        $"Host={Cluster.Value.Root};Username={PostgresCluster.User};Database={database};Pooling=false";

    private static Task ExecuteAsync(string sql) => AskAsync<object?>(sql);
}
