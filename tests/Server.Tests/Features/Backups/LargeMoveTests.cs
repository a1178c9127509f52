using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Dapper;
using IwTune.Lab;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Backups;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Postgres;
using IwTune.Server.Storage.Sqlite;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Features.Backups;

/// <summary>A fleet that takes some time to move, and a machine that fails meanwhile.</summary>
[Trait("Store", "both")]
public sealed class LargeMoveTests
{
    private const int Hosts = 8_000;

    [Fact]
    public async Task A_move_that_was_killed_leaves_nothing_and_the_next_one_takes_every_row_of_a_large_fleet()
    {
        var server = await RunningServer.StartAsync(with: options => options with { Database = null });
        var host = await server.EnrolAsync(labels: ("site", "fra"));
        await host.CheckInAsync();
        await host.DurableAsync(host.Line(host.State(10, 10)));
        await server.StopAsync();
        using (var seeded = await Database.OpenAsync(server.Data, TimeProvider.System))
            await seeded.WriteAsync(write => SeedAsync(write, seeded.Store, host.Id));
        var url = await TestStore.EmptyPostgresAsync();
        await KillAsync(server.Data, url);

        await using var target = new PostgresStore(PostgresAddress.Parse(url, new List<string>())!);
        await using (var connection = await target.ConnectAsync(CancellationToken.None))
            Assert.Empty(await target.TablesAsync(connection));
        await target.DisposeAsync();
        using (var key = AuditKey.Load(DataDirectory.Open(server.Data)))
            await MoveStore.RunAsync(
                server.Data,
                PostgresAddress.Parse(url, new List<string>())!,
                key.Public,
                "cli:test",
                TimeProvider.System,
                (_, _) => { }
            );
        await using var file = new SqliteStore(Path.Combine(server.Data, Database.FileName));
        await using var moved = new PostgresStore(PostgresAddress.Parse(url, new List<string>())!);
        var (before, after) = (await TellAsync(file), await TellAsync(moved));
        Assert.Equal(before, after);
        Assert.Contains(before, table => table.StartsWith($"hosts {Hosts + 1} ", StringComparison.Ordinal));
        await moved.DisposeAsync();
        await using var onPostgres = await RunningServer.StartAsync(server.Data, options => options with { Database = url });
        Assert.Equal(Hosts + 1, onPostgres.Get<HostDirectory>().All.Count());
    }

    /// <summary>Copies an existing host many times, with its reported data.</summary>
    private static async Task<int> SeedAsync(DbSession write, IStore store, string host)
    {
        foreach (
            var (table, key) in new[]
            {
                ("hosts", "id"),
                ("host_labels", "host_id"),
                ("presence", "host_id"),
                ("host_states", "host_id"),
                ("verdicts", "host_id"),
            }
        )
        {
            var columns = await store.ColumnsAsync(write.Connection, table);
            string Value(string column) =>
                column == key ? $"substr({column}, 1, 24) || printf('%012d', i)"
                : column == "name" ? "'seeded-' || i"
                : column;
            await write.ExecuteAsync(
                $"with recursive n(i) as (select 1 union all select i + 1 from n where i < {Hosts}) "
                    + $"insert into {table} ({Column.List(columns)}) select "
                    + $"{string.Join(", ", columns.Select(column => Value(column.Name)))} from {table}, n where {key} = @host",
                new { host }
            );
        }
        return 0;
    }

    /// <summary>The real program, ended by SIGKILL while its transaction is open.</summary>
    private static async Task KillAsync(string data, string url)
    {
        using var process = Process.Start(
            new ProcessStartInfo(
                "dotnet",
                [Path.Combine(AppContext.BaseDirectory, "iwtune-server.dll"), "migrate-to", "postgres", "--data", data, "--database", url]
            )
            {
                RedirectStandardOutput = true,
            }
        )!;
        var database = url.Split('/', '?')[3];
        await Until.TrueAsync(
            async () =>
                await TestStore.AskAsync<long>(
                    $"select count(*) from pg_stat_activity where datname = '{database}' and backend_xid is not null"
                ) > 0,
            () => "nothing is written"
        );
        process.Kill();
        await process.WaitForExitAsync();
        Assert.NotEqual(0, process.ExitCode);
    }

    /// <summary>Each table with a checksum of its rows that does not depend on their order.</summary>
    private static async Task<IReadOnlyList<string>> TellAsync(IStore store)
    {
        await using var connection = await store.ConnectAsync(CancellationToken.None);
        var told = new List<string>();
        foreach (var table in (await store.TablesAsync(connection)).Where(table => table is not ("migrations" or "audit_head")))
        {
            var columns = Column.List(await store.ColumnsAsync(connection, table));
            var (rows, sum) = (0, 0UL);
            // The move itself is the only entry that the file does not have.
            using var reader = await connection.ExecuteReaderAsync(
                $"select {columns} from {table} {(table == "audit" ? "where action <> 'store.move'" : "")}"
            );
            while (await reader.ReadAsync())
            {
                var values = Enumerable
                    .Range(0, reader.FieldCount)
                    .Select(i =>
                        reader.GetValue(i) switch
                        {
                            byte[] bytes => Convert.ToHexString(bytes),
                            // SQLite stores a boolean as a number.
                            bool flag => flag ? "1" : "0",
                            var value => Convert.ToString(value, CultureInfo.InvariantCulture),
                        }
                    );
                sum = unchecked(sum + BitConverter.ToUInt64(SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\u001f', values)))));
                rows++;
            }
            told.Add($"{table} {rows} {sum:x}");
        }
        return told;
    }
}
