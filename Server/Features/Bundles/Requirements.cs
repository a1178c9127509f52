using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Holds;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;

namespace IwTune.Server.Features.Bundles;

/// <summary>The requirement set in force, read again after every change, and the signal that wakes its waiters.</summary>
public sealed class Requirements(Database database) : IDisposable
{
    private readonly SemaphoreSlim _reloading = new(1, 1);
    private volatile RequirementSet _current = new(0, [], new Dictionary<string, PublishedPolicy>(StringComparer.Ordinal));
    private volatile TaskCompletionSource _changed = NewSignal();

    public RequirementSet Current => _current;

    /// <summary>True when only a rollout may change what hosts must have.</summary>
    public bool RolloutsOnly { get; init; }

    /// <summary>Completes at the next change. Read it before <see cref="Current"/>, so that no change falls between.</summary>
    public Task Changed => _changed.Task;

    /// <summary>The next publication number, taken in the transaction of the publication.</summary>
    public static Task<long> AdvanceAsync(DbSession write)
    {
        write.InOrder();
        write.Tell(Topic.Requirements);
        return write.ValueAsync<long>("update publication set sequence = sequence + 1 where id = 1 returning sequence");
    }

    /// <summary>True after the store could not be read again.</summary>
    public bool IsUnread { get; private set; }

    /// <summary>The number of the latest publication in the store.</summary>
    public static Task<long> SequenceAsync(DbSession db) => db.ValueAsync<long>("select sequence from publication where id = 1");

    /// <summary>Reads the store again when it is ahead, or when it could not be read the last time.</summary>
    public Task CatchUpAsync(long sequence) => IsUnread || _current.Sequence < sequence ? ReloadAsync() : Task.CompletedTask;

    /// <summary>Reads the store again and wakes all waiters.</summary>
    public async Task ReloadAsync()
    {
        await _reloading.WaitAsync();
        try
        {
            IsUnread = true;
            // As of one moment: of a transaction that ends meanwhile, hosts must not get one half.
            _current = await database.SnapshotAsync(ReadAsync);
            IsUnread = false;
        }
        finally
        {
            _reloading.Release();
        }
        Wake();
    }

    /// <summary>
    /// Hosts were moved under this number, and nothing was published: every other host keeps what was found for it, and only the moved ones
    /// can lack something. When another publication came in between, the store is read again.
    /// </summary>
    public async Task MovedAsync(long sequence)
    {
        await _reloading.WaitAsync();
        bool next;
        try
        {
            var set = _current;
            if (next = set.Sequence + 1 == sequence)
                _current = set.At(sequence);
        }
        finally
        {
            _reloading.Release();
        }
        if (next)
            Wake();
        else
            await ReloadAsync();
    }

    /// <summary>Wakes all waiters without a change of the set: a host's labels or facts changed.</summary>
    public void Wake() => Interlocked.Exchange(ref _changed, NewSignal()).TrySetResult();

    public void Dispose() => _reloading.Dispose();

    /// <summary>Everything published as the store has it; within a transaction, nothing can come between.</summary>
    public static async Task<RequirementSet> ReadAsync(DbSession db)
    {
        var sequence = await SequenceAsync(db);
        var assignments = await AssignmentQueries.ListAsync(db);
        return new(sequence, assignments.Select(Assignment), await PublishedQueries.AllAsync(db), await HoldQueries.PinsAsync(db));
    }

    private static Assignment Assignment(AssignmentRow row) =>
        new(row.Id, row.Read(), row.Policy, (int)row.Priority, Clock.At(row.CreatedAt));

    private static TaskCompletionSource NewSignal() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
