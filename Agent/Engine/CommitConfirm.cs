using System.Text.Json;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>
/// The persisted dead-man timer: it remembers the change and its deadline, and confirms; <see cref="Turns.Rollbacks"/> restores.
/// </summary>
public sealed class CommitConfirm
{
    /// <summary>The answer to a confirmation that comes when no timer is armed: too late must not look like kept.</summary>
    public const string NothingWaits = "Nothing waits to be confirmed. 'iwtune history' shows what was kept and what was undone.";

    /// <summary>Two readings of one clock differ by less.</summary>
    private static readonly TimeSpan Reading = TimeSpan.FromSeconds(1);

    private readonly StateDirectory _state;
    private readonly Journal _journal;
    private readonly TimeProvider _time;
    private long _known;

    private CommitConfirm(StateDirectory state, Journal journal, TimeProvider time, PendingConfirm? pending)
    {
        _state = state;
        _journal = journal;
        _time = time;
        Pending = pending;
        _known = _time.GetTimestamp();
    }

    /// <summary>The armed timer; <see langword="null"/> when none is.</summary>
    public PendingConfirm? Pending { get; private set; }

    /// <summary>The timer of this directory, with what an earlier process left armed.</summary>
    /// <exception cref="StateUnusableException">
    /// The file is there and may not be read, or the journal that must stand in for it is damaged too.
    /// </exception>
    public static CommitConfirm Load(StateDirectory state, Journal journal, TimeProvider time) =>
        new(state, journal, time, PendingIn(state, time));

    /// <summary>The same, as far as this process may read it.</summary>
    public static CommitConfirm Peek(StateDirectory state, Journal journal, TimeProvider time) =>
        new(state, journal, time, PeekPendingIn(state, time));

    /// <summary>What waits to be confirmed in this directory; <see langword="null"/> when nothing does.</summary>
    /// <exception cref="StateUnusableException">As in <see cref="Load"/>.</exception>
    public static PendingConfirm? PendingIn(StateDirectory state, TimeProvider time) => Read(state, time);

    /// <summary>The same, as far as this process may read it.</summary>
    public static PendingConfirm? PeekPendingIn(StateDirectory state, TimeProvider time)
    {
        try
        {
            return Read(state, time);
        }
        catch (StateUnusableException)
        {
            return null;
        }
    }

    /// <summary>Arms the timer. When the call returns it survives a crash; only then may the first step be taken.</summary>
    /// <exception cref="IOException">Disk full, or not writable.</exception>
    /// <exception cref="UnauthorizedAccessException">Not writable by this user.</exception>
    public void Arm(Transaction transaction, TimeSpan within)
    {
        var now = _time.GetUtcNow();
        DurableFile.Remove(Request); // left by a request to an earlier timer
        Write(
            new PendingConfirm(
                transaction.Id,
                transaction.Digest,
                transaction.Content?.Policy,
                transaction.Content?.Revision,
                now,
                now + within
            )
        );
        _known = _time.GetTimestamp();
    }

    /// <summary>Every step was read back.</summary>
    public void Verified() => Write(Pending! with { Verified = true });

    /// <summary>Keeps what waits to be confirmed.</summary>
    /// <param name="how">For the event: <c>by hand</c>.</param>
    /// <returns><see langword="null"/> when nothing waits.</returns>
    public HostEvent? Confirm(string how)
    {
        if (Pending is not { } pending)
            return null;
        _journal.Confirm(pending.Transaction);
        Disarm();
        return new HostEvent(
            HostEventKind.Confirmed,
            pending.Digest,
            $"{PolicyName.Of(pending.Policy, pending.Revision)} was confirmed: {how}."
        );
    }

    /// <summary>The server was reached over the present windows, which confirms a change that was read back before.</summary>
    /// <returns><see langword="null"/> when nothing waits, or when read-back has not held yet.</returns>
    public HostEvent? ServerReached() => Pending is { Verified: true } ? Confirm("it was read back and the server was reached") : null;

    /// <summary>Disarms it, after a confirmation or a restore.</summary>
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

    /// <summary>
    /// How long until the before-images are restored; zero when the time is over, <see langword="null"/> when no timer is armed.
    /// </summary>
    /// <remarks>A clock that is set back makes it no longer: this process also counts the time since it knows of the timer.</remarks>
    public TimeSpan? Left =>
        Pending is { } pending
            ? TimeSpan.FromTicks(
                Math.Max(0, Math.Min((pending.Deadline - _time.GetUtcNow()).Ticks, (pending.Within - _time.GetElapsedTime(_known)).Ticks))
            )
            : null;

    /// <summary>
    /// When the before-images are restored, by the clock as it is now: after a clock was set back, before the deadline that was stored.
    /// </summary>
    public DateTimeOffset? Due =>
        (Pending, Left) is ({ } pending, { } left)
            ? _time.GetUtcNow() + left is var due && pending.Deadline - due > Reading
                ? due
                : pending.Deadline
            : null;

    private string Request => RequestOf(_state);

    private static string RequestOf(StateDirectory state) => state.File("confirm-request");

    private void Write(PendingConfirm pending)
    {
        DurableFile.Replace(_state.Pending, JsonSerializer.SerializeToUtf8Bytes(pending, AgentJson.Shown.PendingConfirm));
        Pending = pending;
    }

    private static PendingConfirm? Read(StateDirectory state, TimeProvider time)
    {
        try
        {
            return JsonSerializer.Deserialize(SharedFile.ReadAllBytes(state.Pending), AgentJson.Shown.PendingConfirm)
                ?? Unconfirmed(state, time);
        }
        catch (JsonException)
        {
            return Unconfirmed(state, time);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return null;
        }
        catch (UnauthorizedAccessException e) when (!Path.Exists(state.Pending))
        {
            throw new StateUnusableException(
                $"Whether a change waits to be confirmed is not known: {e.Message} Nothing was changed.{HostWords.Here.WayOut(e)}",
                e
            );
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StateUnusableException(
                $"{state.Pending} names the change that waits to be confirmed, but cannot be read: {e.Message} Nothing was changed. Make "
                    + "it readable; do not move it away, or the change stays.",
                e
            );
        }
    }

    /// <summary>
    /// The file exists, so a change waits, but the file is damaged. The journal names the unconfirmed change; its deadline is lost, so it
    /// is over.
    /// </summary>
    private static PendingConfirm? Unconfirmed(StateDirectory state, TimeProvider time) =>
        Journal.Peek(state, time).Transactions.LastOrDefault(past => past is { Kind: TransactionKind.Apply, Undone: false })
            is { Confirmed: false } last
            ? new PendingConfirm(last.Id, last.Digest, last.Content?.Policy, last.Content?.Revision, last.At, Deadline: last.At)
            : null;
}
