using IwTune.Lab;
using IwTune.Lab.Databases;
using IwTune.Server.Storage;

namespace IwTune.Benchmarks.Product.Fleet;

/// <summary>A separate PostgreSQL for this run, on the same processors, with durable commits.</summary>
internal sealed class PostgresBenchStore : IBenchStore
{
    private readonly PostgresCluster cluster = PostgresCluster.Start(durable: true);

    public string Name => "PostgreSQL";

    public IReadOnlyList<string> Arguments => ["--database", Url];

    public TimeSpan Cpu =>
        ProcessMemory.FamilyCpuOf(int.Parse(File.ReadLines(Path.Combine(cluster.Root, "data", "postmaster.pid")).First()));

    private string Url => cluster.Url("postgres");

    public Task<Database> OpenAsync(string data) =>
        Database.OpenAsync(StorePlace.Read(data, Url, null, new List<string>()), TimeProvider.System);

    // The cluster runs without autovacuum.
    public async Task KeepHouseAsync(string data)
    {
        using var database = await OpenAsync(data);
        await database.ReadAsync(db => db.ExecuteAsync("vacuum analyze"));
    }

    public async Task<long> SizeAsync(string data)
    {
        using var database = await OpenAsync(data);
        return await database.ReadAsync(db => db.ValueAsync<long>("select pg_database_size(current_database())"));
    }

    public void Dispose() => cluster.Dispose();
}
