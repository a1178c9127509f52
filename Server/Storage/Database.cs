using System.Data.Common;
using System.Diagnostics;
using Dapper;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage.Feed;
using IwTune.Server.Storage.Postgres;
using IwTune.Server.Storage.Postgres.Replicas;
using IwTune.Server.Storage.Sqlite;

namespace IwTune.Server.Storage;

/// <summary>
/// The store: one writer at a time among all servers, any number of readers. A write is one transaction, kept whole or not at all.
/// </summary>
public sealed class Database : IDisposable
{
    private readonly IStore _store;
    private readonly LaneQueue _queue;
    private readonly ReadReplica? _replica;
    private long _decisions,
        _reports;

    static Database() => DefaultTypeMap.MatchNamesWithUnderscores = true;

    private Database(IStore store, ReadReplica? replica, string server) =>
        (_store, _replica, _queue, Server) = (store, replica, new(store.HostLanes), server);

    /// <summary>The file's name in a data directory.</summary>
    public const string FileName = "iwtune.db";

    /// <summary>Name and version of the engine in use.</summary>
    public string Engine => _store.Engine;

    /// <summary>Where the store is, without a password.</summary>
    public string Shown => _store.Shown;

    /// <summary>The replica for long readings as it was seen last; <see langword="null"/> when there is none.</summary>
    internal ReplicaState? Replica => _replica?.State;

    /// <summary>Distinguishes this user of the store from others: a new value with every start.</summary>
    public string Server { get; }

    /// <summary>
    /// Counts the transactions of this server and of others of the store: those of <see cref="WriteAsync{T}"/>, and what hosts write about
    /// themselves. Two equal values mean that nothing was stored in between.
    /// </summary>
    public (long Decisions, long Reports) Written => (Interlocked.Read(ref _decisions), Interlocked.Read(ref _reports));

    /// <summary>What only the storage itself does with the engine: notifications, copies, backups.</summary>
    internal IStore Store => _store;

    /// <summary>Opens the SQLite store of a data directory.</summary>
    /// <inheritdoc cref="OpenAsync(StorePlace, TimeProvider, SchemaUse)"/>
    public static Task<Database> OpenAsync(string directory, TimeProvider clock) => OpenAsync(new StorePlace(directory), clock);

    /// <summary>Opens a store, makes it when there is none, and brings its schema up to date.</summary>
    /// <exception cref="StorageUnusableException">Not there, unwritable, damaged, half restored, or made by a newer server.</exception>
    public static async Task<Database> OpenAsync(StorePlace place, TimeProvider clock, SchemaUse schema = SchemaUse.Upgrade)
    {
        InterruptedRestore.Check(place.Directory);
        if (place.Postgres is null)
            MovedStore.Check(place.Directory);
        IStore store = place.Postgres is { } address
            ? new PostgresStore(address)
            : new SqliteStore(Path.Combine(place.Directory, FileName));
        var replica = place.Replica is { } standby ? new ReadReplica(standby, store, clock) : null;
        try
        {
            await using var connection = await store.ConnectAsync(CancellationToken.None);
            await Migrator.ApplyAsync(store, connection, Migration.Of(store.Dialect), clock, schema);
            if (replica is not null)
                await replica.CheckAsync();
            return new Database(store, replica, clock.NewId());
        }
        catch (DbException unusable)
        {
            await CloseAsync(store, replica);
            var said = unusable.Message.TrimEnd('.');
            var fault = store.Explain(unusable);
            throw new StorageUnusableException(
                $"The store {store.Shown} cannot be opened: "
                    + (fault.WayOut.Contains(said, StringComparison.Ordinal) ? fault.WayOut : $"{said}. {fault.WayOut}"),
                unusable
            );
        }
        catch
        {
            await CloseAsync(store, replica);
            throw;
        }
    }

    /// <exception cref="StoreException">The store cannot be read now.</exception>
    public async Task<T> ReadAsync<T>(Func<DbSession, Task<T>> work, CancellationToken ct = default)
    {
        DbSession? session = null;
        try
        {
            session = new DbSession(await _store.ConnectAsync(ct), _store, lane: null);
            return await work(session);
        }
        catch (DbException failed)
        {
            throw StoreException.Refused(_store.Explain(failed), failed);
        }
        finally
        {
            if (session is not null)
                await session.DisposeAsync();
        }
    }

    /// <summary>
    /// Runs <paramref name="work"/>, which sees the store as of one moment, however long it takes and whatever is written meanwhile.
    /// </summary>
    /// <exception cref="StoreException">The store cannot be read now.</exception>
    public async Task<T> SnapshotAsync<T>(Func<DbSession, Task<T>> work, CancellationToken ct = default)
    {
        try
        {
            var (connection, _) = await BegunAsync(BeginAsync, ct);
            await using var session = new DbSession(connection, _store, WriteLane.Snapshot);
            try
            {
                return await work(session);
            }
            finally
            {
                await _store.RollbackAsync(session.Connection);
            }
        }
        catch (DbException failed)
        {
            throw StoreException.Refused(_store.Explain(failed), failed);
        }
    }

    /// <summary>
    /// A snapshot of as much as the fleet or its history: on the replica when there is one, once it has everything that was committed until
    /// now, and otherwise on the primary. The work may run twice, so each time it must begin anew, and it must send nothing to a client.
    /// </summary>
    /// <exception cref="StoreException">The store cannot be read now.</exception>
    public async Task<T> LongReadAsync<T>(Func<DbSession, Task<T>> work, CancellationToken ct = default) =>
        _replica is { } replica && await replica.TryAsync(work, ct) is { Done: true } read ? read.Result! : await SnapshotAsync(work, ct);

    /// <summary>A reading that short and long callers share.</summary>
    /// <exception cref="StoreException">The store cannot be read now.</exception>
    public Task<T> ReadAsync<T>(ReadKind kind, Func<DbSession, Task<T>> work, CancellationToken ct = default) =>
        kind == ReadKind.Long ? LongReadAsync(work, ct) : ReadAsync(work, ct);

    /// <summary>Looks whether the replica can be used now.</summary>
    /// <returns><see langword="null"/> when there is none.</returns>
    internal async Task<ReplicaState?> LookAtReplicaAsync(CancellationToken ct = default) =>
        _replica is { } replica ? await replica.LookAsync(ct) : null;

    /// <summary>
    /// Runs <paramref name="work"/> in a transaction that no other one overlaps, on this server or another. When it throws, nothing is
    /// stored.
    /// </summary>
    /// <exception cref="StoreException">Nothing was stored, or that is not known; the message says which.</exception>
    public async Task<T> WriteAsync<T>(Func<DbSession, Task<T>> work, CancellationToken ct = default)
    {
        var result = await InOrderAsync(
            async write =>
            {
                var result = await work(write);
                if (_store.IsShared)
                    write.Tell(Topic.Written);
                return result;
            },
            ct
        );
        CountWrite(decision: true);
        return result;
    }

    /// <summary>
    /// Runs <paramref name="work"/> in a transaction that may overlap those of other hosts: for data that each host writes about itself,
    /// many times a second. It may run more than once, so it must change nothing except through its session.
    /// </summary>
    /// <param name="hosts">The hosts whose rows are written; the work must write no other rows.</param>
    /// <param name="work">What is done.</param>
    /// <param name="ct">Ends the waiting.</param>
    /// <exception cref="StoreException">Nothing was stored, or that is not known; the message says which.</exception>
    public async Task<T> IngestAsync<T>(IReadOnlyList<string> hosts, Func<DbSession, Task<T>> work, CancellationToken ct = default)
    {
        var result = _store.HostLanes == 1 ? await InOrderAsync(work, ct) : await BesideAsync(hosts, work, ct);
        CountWrite(decision: false);
        return result;
    }

    /// <summary>Counts a transaction of this server, or of another one that told so.</summary>
    internal void CountWrite(bool decision) => Interlocked.Increment(ref decision ? ref _decisions : ref _reports);

    /// <summary>Keeps this server from writing, for as long as what is returned is not disposed of; others write on.</summary>
    internal Task<IDisposable> StillAsync(CancellationToken ct = default) => _queue.OrderedAsync(ct);

    public void Dispose()
    {
        _queue.Dispose();
        CloseAsync(_store, _replica).AsTask().GetAwaiter().GetResult();
    }

    private static async ValueTask CloseAsync(IStore store, ReadReplica? replica)
    {
        if (replica is not null)
            await replica.DisposeAsync();
        await store.DisposeAsync();
    }

    private async Task<string?> BeginAsync(DbConnection connection)
    {
        await _store.BeginSnapshotAsync(connection);
        return null;
    }

    private async Task<T> InOrderAsync<T>(Func<DbSession, Task<T>> work, CancellationToken ct)
    {
        using var turn = await _queue.OrderedAsync(ct);
        try
        {
            return await TransactAsync(WriteLane.Ordered, [], work, ct);
        }
        catch (DbException failed)
        {
            throw StoreException.Refused(_store.Explain(failed), failed);
        }
    }

    private async Task<T> BesideAsync<T>(IReadOnlyList<string> hosts, Func<DbSession, Task<T>> work, CancellationToken ct)
    {
        const int Attempts = 5;
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                using var turn = await _queue.HostsAsync(ct);
                return await TransactAsync(WriteLane.Hosts, hosts, work, ct);
            }
            catch (OutOfOrderException)
            {
                return await InOrderAsync(work, ct);
            }
            catch (DbException failed) when (attempt < Attempts && _store.Explain(failed) is { Lost: true } or { Collided: true })
            {
                // Nothing of it is stored; the next attempt sees the conflicting change.
            }
            catch (DbException failed)
            {
                throw StoreException.Refused(_store.Explain(failed), failed);
            }
        }
    }

    private async Task<T> TransactAsync<T>(WriteLane lane, IReadOnlyList<string> hosts, Func<DbSession, Task<T>> work, CancellationToken ct)
    {
        var began = Stopwatch.GetTimestamp();
        var (connection, transaction) = await BegunAsync(opened => _store.BeginAsync(opened, lane, hosts, ct), ct);
        await using var session = new DbSession(connection, _store, lane);
        var result = await Atomic.RunAsync(_store, connection, transaction, () => TellAsync(session, work), ct);
        CallWrites.Note();
        session.Committed();
        ServerMeters.StoreWrites.Record(
            Stopwatch.GetElapsedTime(began).TotalSeconds,
            new KeyValuePair<string, object?>("lane", lane == WriteLane.Hosts ? "hosts" : "ordered")
        );
        return result;
    }

    private async Task<T> TellAsync<T>(DbSession session, Func<DbSession, Task<T>> work)
    {
        await Fence.CheckAsync(session);
        var result = await work(session);
        if (!session.Told.IsEmpty)
            await _store.NotifyAsync(session.Connection, session.Told.Messages(Server));
        return result;
    }

    /// <summary>
    /// A pool can hold connections that a restart of the database has ended: before any work was done, another one is as good.
    /// </summary>
    private async Task<(DbConnection Connection, string? Transaction)> BegunAsync(
        Func<DbConnection, Task<string?>> begin,
        CancellationToken ct
    )
    {
        for (var again = true; ; again = false)
        {
            var connection = await _store.ConnectAsync(ct);
            try
            {
                return (connection, await begin(connection));
            }
            catch (Exception failed)
            {
                await connection.DisposeAsync();
                if (!again || failed is not DbException lost || !_store.Explain(lost).Lost)
                    throw;
            }
        }
    }
}
