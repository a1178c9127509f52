using IwTune.Server.Storage;

namespace IwTune.Benchmarks.Product.Fleet;

/// <summary>The file in the data directory.</summary>
internal sealed class SqliteBenchStore : IBenchStore
{
    public string Name => "SQLite";

    public IReadOnlyList<string> Arguments => [];

    public TimeSpan Cpu => TimeSpan.Zero;

    public Task<Database> OpenAsync(string data) => Database.OpenAsync(data, TimeProvider.System);

    public Task<long> SizeAsync(string data) =>
        Task.FromResult(new DirectoryInfo(data).EnumerateFiles("iwtune.db*").Sum(file => file.Length));

    public Task KeepHouseAsync(string data) => Task.CompletedTask;

    public void Dispose() { }
}
