using System.Globalization;
using System.Text.RegularExpressions;
using IwTune.Server.Features.Reports;
using IwTune.Server.Features.Retention;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Partitions;
using IwTune.Shared.Wire;
using Microsoft.Extensions.Logging.Abstractions;

namespace IwTune.Server.Tests.Features.Retention;

/// <summary>A store whose days pass: reports, legal holds and the daily round, without a server around it.</summary>
internal sealed partial class AgingStore : IDisposable
{
    private const long Day = 86_400_000;

    private readonly RetentionSweep _sweep;
    private readonly string? _directory;

    private AgingStore(Database database, TestClock clock, string retain, string? directory)
    {
        (Database, Clock, _directory) = (database, clock, directory);
        _sweep = new(database, new ServerOptions { Data = "", Retain = retain }, clock, NullLogger<RetentionSweep>.Instance);
    }

    /// <summary>Wednesday noon of this week, which is in the partition of the schema's step whenever the tests run.</summary>
    public static TestClock Wednesday
    {
        get
        {
            var now = TimeProvider.System.GetUtcNow();
            return new(new DateTimeOffset(now.Date, TimeSpan.Zero).AddDays(2.5 - (((int)now.DayOfWeek + 6) % 7)));
        }
    }

    public Database Database { get; }

    public TestClock Clock { get; }

    /// <param name="url">The database; several stores may share one.</param>
    /// <param name="clock">Of the store.</param>
    /// <param name="retain">The periods.</param>
    public static async Task<AgingStore> PostgresAsync(string url, TestClock clock, string retain) =>
        new(await Database.OpenAsync(StorePlace.Read("", url, null, new List<string>()), clock), clock, retain, null);

    public static async Task<AgingStore> FileAsync(TestClock clock, string retain)
    {
        var directory = Directory.CreateTempSubdirectory("iwtune-aging-").FullName;
        return new(await Database.OpenAsync(directory, clock), clock, retain, directory);
    }

    public Task<int> HostAsync(string id) =>
        Database.WriteAsync(write =>
            write.ExecuteAsync(
                """
                insert into hosts (id, name, machine_id, secret_hash, os, os_name, kernel, agent_version, facts, slot_seconds, enrolled_at)
                values (@id, @id, '', '', '', '', '', '', '{}', 0, 0)
                """,
                new { id }
            )
        );

    /// <summary>Stores a piece of evidence as a report does.</summary>
    /// <param name="host">Whose.</param>
    /// <param name="number">Its line, which is also its number of segments.</param>
    /// <param name="ahead">Days that the receiving server's clock is ahead.</param>
    /// <param name="method">How it was measured.</param>
    public Task<int> ReportAsync(string host, long number, int ahead = 0, EvidenceMethod method = EvidenceMethod.FreshConnection)
    {
        var line = new ReportLine
        {
            Number = number,
            At = Clock.GetUtcNow(),
            Evidence = new Evidence
            {
                TargetId = "ipv4 main default via 192.0.2.1 dev eth0",
                Method = method,
                Conclusive = true,
                At = Clock.GetUtcNow(),
                EffectiveSegments = (int)number,
            },
        };
        return Database.IngestAsync(
            [host],
            async write =>
            {
                await write.ManyAsync(LineRows.Evidences, [LineRows.Of(host, line, Clock.Now() + (ahead * Day)).Evidence!]);
                return 0;
            }
        );
    }

    public Task<int> HoldAsync(string id, string host, long from, long until) =>
        Database.WriteAsync(async write =>
        {
            await write.ExecuteAsync(
                "insert into legal_holds (id, name, selector, from_at, until_at, author, reason, created_at) values (@id, 'case', "
                    + "'name:none', @from, @until, 'test', 'why', 0)",
                new
                {
                    id,
                    from,
                    until,
                }
            );
            return await write.ExecuteAsync("insert into legal_hold_hosts (hold_id, host_id) values (@id, @host)", new { id, host });
        });

    public Task<int> LiftAsync(string id) =>
        Database.WriteAsync(write => write.ExecuteAsync("update legal_holds set lifted_at = 1 where id = @id", new { id }));

    public Task<int> SetAsync(string periods) =>
        Database.WriteAsync(write =>
            write.ExecuteAsync("update retention set periods = @periods, set_by = 'test', set_at = 1", new { periods })
        );

    public Task<bool> SweepAsync() => _sweep.RunAsync();

    /// <returns>Rows of reports that the last round deleted, as the audit log and the page say it.</returns>
    public async Task<long> DeletedAsync()
    {
        var told = await Database.ReadAsync(db => db.ValueAsync<string>("select told from retention"));
        return Reports().Match(told) is { Success: true } found ? long.Parse(found.Groups[1].Value, CultureInfo.InvariantCulture) : 0;
    }

    /// <summary>All evidence, in one order.</summary>
    public async Task<IReadOnlyList<Kept>> RowsAsync() =>
        await Database.ReadAsync(db =>
            db.ListAsync<Kept>("select host_id as hostid, number, received_at as receivedat from evidence order by host_id, number")
        );

    public Task<IReadOnlyList<TimePartition>> PartitionsAsync() => Database.ReadAsync(EvidencePartitions.ListAsync);

    /// <summary>The partition of a line.</summary>
    public Task<string> PlaceAsync(string host, long number) =>
        Database.ReadAsync(db =>
            db.ValueAsync<string>(
                "select cast(cast(tableoid as regclass) as text) from evidence where host_id = @host and number = @number",
                new { host, number }
            )
        );

    public void Dispose()
    {
        Database.Dispose();
        if (_directory is not null)
            Directory.Delete(_directory, recursive: true);
    }

    [GeneratedRegex(@"(\d+) of reports")]
    private static partial Regex Reports();

    /// <summary>A row of evidence.</summary>
    internal sealed record Kept(string HostId, long Number, long ReceivedAt);
}
