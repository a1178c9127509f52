using System.Text.Json;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Engine;

/// <summary>The persisted dead-man timer. It only remembers and tells the time; the <see cref="Reconciler"/> puts back.</summary>
public sealed class CommitConfirm
{
    /// <summary>The answer to a confirmation that comes when no timer is armed: too late must not look like kept.</summary>
    public const string NothingWaits = "Nothing waits to be confirmed. 'iwtune history' tells what was kept and what was put back.";

    private readonly StateDirectory _state;
    private readonly TimeProvider _time;

    private CommitConfirm(StateDirectory state, TimeProvider time, PendingConfirm? pending)
    {
        _state = state;
        _time = time;
        Pending = pending;
    }

    /// <summary>The armed timer; <see langword="null"/> when none is.</summary>
    public PendingConfirm? Pending { get; private set; }

    /// <summary>Reads what an earlier process left.</summary>
    /// <exception cref="StateUnusableException">The file is there and may not be read, or the journal that must stand in for it is damaged too.</exception>
    public static CommitConfirm Load(StateDirectory state, TimeProvider time) => new(state, time, Read(state, time));

    /// <summary>What an earlier process left, as far as this one may read it.</summary>
    public static CommitConfirm Peek(StateDirectory state, TimeProvider time)
    {
        try
        {
            return Load(state, time);
        }
        catch (StateUnusableException)
        {
            return new CommitConfirm(state, time, null);
        }
    }

    /// <summary>Arms the timer. When the call returns it survives a crash; only then may the first step be taken.</summary>
    /// <exception cref="IOException">Disk full, or not writable.</exception>
    /// <exception cref="UnauthorizedAccessException">Not writable by this user.</exception>
    public void Arm(Transaction transaction, TimeSpan within)
    {
        var now = _time.GetUtcNow();
        DurableFile.Remove(Request); // left by a question to an earlier timer
        Write(new PendingConfirm(transaction.Id, transaction.Digest, transaction.Content?.Policy, transaction.Content?.Revision, now, now + within));
    }

    /// <summary>Every step was read back.</summary>
    public void Verified() => Write(Pending! with { Verified = true });

    /// <summary>Disarms it: confirmed, or put back.</summary>
    public void Disarm()
    {
        DurableFile.Remove(_state.Pending);
        DurableFile.Remove(Request);
        Pending = null;
    }

    /// <summary>Another process asks to confirm; the one that holds the lock sees it in <see cref="IsRequested"/>.</summary>
    public static void AskToConfirm(StateDirectory state) => DurableFile.Replace(RequestOf(state), []);

    /// <summary>True when another process asked to confirm since the timer was armed.</summary>
    public bool IsRequested => File.Exists(Request);

    /// <summary>How long until the before-images go back; zero when the time is over, <see langword="null"/> when no timer is armed.</summary>
    public TimeSpan? Left => Pending is { } pending
        ? TimeSpan.FromTicks(Math.Max(0, (pending.Deadline - _time.GetUtcNow()).Ticks))
        : null;

    /// <summary>Returns when the deadline is over; never while no timer is armed.</summary>
    public Task WhenOverAsync(CancellationToken ct) => Task.Delay(Left ?? Timeout.InfiniteTimeSpan, _time, ct);

    private string Request => RequestOf(_state);

    private static string RequestOf(StateDirectory state) => state.File("confirm-request");

    private void Write(PendingConfirm pending)
    {
        DurableFile.Replace(_state.Pending, JsonSerializer.SerializeToUtf8Bytes(pending, PendingJson.Default.PendingConfirm));
        Pending = pending;
    }

    private static PendingConfirm? Read(StateDirectory state, TimeProvider time)
    {
        try
        {
            return JsonSerializer.Deserialize(SharedFile.ReadAllBytes(state.Pending), PendingJson.Default.PendingConfirm) ?? Unconfirmed(state, time);
        }
        catch (JsonException)
        {
            return Unconfirmed(state, time);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StateUnusableException(
                $"{state.Pending} says which change waits to be confirmed, but cannot be read: {e.Message} Nothing was changed. Make it readable; do not move it away, or the change stays.", e);
        }
    }

    /// <summary>The file is there, so something waits, but the file is damaged: the journal says what was never confirmed, and nobody knows for how long it might have stayed.</summary>
    private static PendingConfirm? Unconfirmed(StateDirectory state, TimeProvider time) =>
        Journal.Peek(state, time).Transactions.LastOrDefault(past => past is { Kind: TransactionKind.Apply, Undone: false }) is { Confirmed: false } last
            ? new PendingConfirm(last.Id, last.Digest, last.Content?.Policy, last.Content?.Revision, last.At, Deadline: last.At)
            : null;
}
