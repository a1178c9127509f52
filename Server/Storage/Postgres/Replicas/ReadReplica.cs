using System.Data.Common;
using IwTune.Server.Hosting.Telemetry;
using Npgsql;

namespace IwTune.Server.Storage.Postgres.Replicas;

/// <summary>A standby that answers long readings, but only with everything that was committed before them.</summary>
internal sealed class ReadReplica : IAsyncDisposable
{
    /// <summary>How long a reading waits for the replica; a shorter time while it was behind at the last look.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2),
        Impatience = TimeSpan.FromMilliseconds(100);

    /// <summary>How long a replica that failed is left alone.</summary>
    private static readonly TimeSpan Rest = TimeSpan.FromSeconds(5);

    private static readonly TimeSpan First = TimeSpan.FromMilliseconds(5),
        Most = TimeSpan.FromMilliseconds(100);

    private readonly PostgresAddress _address;
    private readonly IStore _primary;
    private readonly PostgresStore _store;
    private readonly TimeProvider _clock;
    private volatile ReplicaState _state;
    private long _seenAt;

    public ReadReplica(PostgresAddress address, IStore primary, TimeProvider clock)
    {
        (_address, _primary, _store, _clock) = (address, primary, new(address), clock);
        _state = new(address.Shown, ReplicaUse.Unreachable, null, "it was not asked yet");
    }

    /// <summary>What was seen at the last look.</summary>
    public ReplicaState State => _state;

    /// <summary>Refuses a replica that can never be used; one that cannot be reached now may come later.</summary>
    /// <exception cref="StorageUnusableException">It is not a replica of the store, or may not be read.</exception>
    public async Task CheckAsync()
    {
        try
        {
            if (await PositionAsync(CancellationToken.None) is not { } position)
                return;
            await using var connection = await _store.ConnectAsync(CancellationToken.None);
            var look = await ReplicaLook.AtAsync(connection, _address, position);
            if (look.Fit == ReplicaFit.Wrong)
                throw Unusable(look.Why);
            See(look);
        }
        catch (PostgresException missing) when (missing.SqlState == PostgresErrorCodes.InvalidCatalogName)
        {
            throw Unusable($"{missing.MessageText}. A standby has every database of its primary: name that one", missing);
        }
        catch (PostgresException denied) when (denied.SqlState == PostgresErrorCodes.InsufficientPrivilege)
        {
            throw Unusable(
                $"{denied.MessageText}. On the primary: grant connect on database {_address.Name} to {_address.User}; grant "
                    + $"pg_read_all_data to {_address.User}",
                denied
            );
        }
        catch (DbException away)
        {
            See(away);
        }
    }

    /// <summary>Looks whether it can be used now.</summary>
    public async Task<ReplicaState> LookAsync(CancellationToken ct)
    {
        if (await ConnectAsync(Patience, ct) is { } connection)
            await connection.DisposeAsync();
        return _state;
    }

    /// <summary>Runs <paramref name="work"/>, which sees the replica as of one moment, if it has everything in time.</summary>
    /// <returns>Whether it ran to its end; otherwise the primary must do it.</returns>
    public async Task<(bool Done, T? Result)> TryAsync<T>(Func<DbSession, Task<T>> work, CancellationToken ct)
    {
        if (!IsResting && await ConnectAsync(_state.Use == ReplicaUse.Behind ? Impatience : Patience, ct) is { } connection)
        {
            // In a lane, so that a lost connection is not silently replaced by one to another standby.
            await using var session = new DbSession(connection, _store, WriteLane.Snapshot);
            try
            {
                await _store.BeginSnapshotAsync(connection);
                var result = await work(session);
                ServerMeters.LongReading("replica", "none");
                return (true, result);
            }
            catch (DbException failed)
            {
                ServerMeters.LongReading("primary", ReasonOf(failed));
                return default;
            }
            finally
            {
                await _store.RollbackAsync(connection);
            }
        }
        ServerMeters.LongReading("primary", ServerMeters.ReasonOf(_state.Use));
        return default;
    }

    public ValueTask DisposeAsync() => _store.DisposeAsync();

    private StorageUnusableException Unusable(string why, Exception? cause = null) =>
        new($"{PostgresAddress.ReplicaOption}: {_address.Shown} cannot be used: {why}.", cause!);

    private bool IsResting =>
        _state.Use is ReplicaUse.Unreachable or ReplicaUse.Unfit && _clock.GetElapsedTime(Interlocked.Read(ref _seenAt)) < Rest;

    /// <returns>A connection to a replica that has everything; <see langword="null"/> when there is none in time.</returns>
    private async Task<DbConnection?> ConnectAsync(TimeSpan patience, CancellationToken ct)
    {
        if (await PositionAsync(ct) is not { } position)
            return null;
        for (var again = true; ; again = false)
        {
            DbConnection? connection = null;
            try
            {
                connection = await _store.ConnectAsync(ct);
                var look = await WaitAsync(connection, position, patience, ct);
                See(look);
                if (look.Fit == ReplicaFit.Current)
                    return connection;
            }
            catch (DbException away)
            {
                await CloseAsync(connection);
                // A pool can hold connections that a restart of the replica has ended.
                if (again && connection is not null && _store.Explain(away).Lost)
                {
                    _store.ForgetConnections();
                    continue;
                }
                See(away);
                return null;
            }
            catch (StorageUnusableException unfit)
            {
                See(ReplicaUse.Unfit, null, unfit.Message.TrimEnd('.'));
                return null;
            }
            catch (Exception unforeseen) when (unforeseen is not OperationCanceledException)
            {
                // Such as a certificate that is gone: neither a reading nor the server may fail for the replica.
                See(ReplicaUse.Unreachable, null, $"it cannot be reached: {unforeseen.Message.TrimEnd('.')}");
            }
            catch
            {
                await CloseAsync(connection);
                throw;
            }
            await CloseAsync(connection);
            return null;
        }
    }

    /// <returns><see langword="null"/> when the primary does not say.</returns>
    private async Task<StorePosition?> PositionAsync(CancellationToken ct)
    {
        for (var again = true; ; again = false)
        {
            try
            {
                await using var primary = await _primary.ConnectAsync(ct);
                return await StorePosition.OfAsync(primary, _clock);
            }
            catch (DbException lost) when (again && _primary.Explain(lost).Lost)
            {
                // A pool can hold connections that a restart of the primary has ended.
            }
            catch (DbException away)
            {
                See(ReplicaUse.Unreachable, null, $"the primary does not say what it has: {away.Message.TrimEnd('.')}");
                return null;
            }
        }
    }

    private async Task<ReplicaLook> WaitAsync(DbConnection connection, StorePosition position, TimeSpan patience, CancellationToken ct)
    {
        var began = _clock.GetTimestamp();
        for (var pause = First; ; pause = pause * 2 < Most ? pause * 2 : Most)
        {
            var look = await ReplicaLook.AtAsync(connection, _address, position);
            if (look.Fit != ReplicaFit.Behind || _clock.GetElapsedTime(began) >= patience)
                return look;
            await Task.Delay(pause, _clock, ct);
        }
    }

    private static ValueTask CloseAsync(DbConnection? connection) => connection?.DisposeAsync() ?? default;

    private void See(ReplicaLook look) =>
        See(
            look.Fit switch
            {
                ReplicaFit.Current => ReplicaUse.Used,
                ReplicaFit.Behind => ReplicaUse.Behind,
                _ => ReplicaUse.Unfit,
            },
            look.BehindBytes,
            look.Why
        );

    private void See(DbException away) =>
        See(
            ReplicaUse.Unreachable,
            null,
            away is PostgresException refused ? $"it refuses: {refused.MessageText}" : $"it cannot be reached: {away.Message.TrimEnd('.')}"
        );

    private void See(ReplicaUse use, long? behind, string why)
    {
        Interlocked.Exchange(ref _seenAt, _clock.GetTimestamp());
        _state = new(_address.Shown, use, behind, why);
    }

    private string ReasonOf(DbException failed)
    {
        // Hot standby, 27.4.2: replay cancels readings that need rows which the primary has removed.
        if (failed is PostgresException { SqlState: PostgresErrorCodes.SerializationFailure or PostgresErrorCodes.DeadlockDetected })
            return "conflict";
        // A reading that pauses is cancelled with its connection, so the next reading finds out whether the replica is there.
        return _store.Explain(failed).Lost ? ServerMeters.ReasonOf(ReplicaUse.Unreachable) : "failed";
    }
}
