using System.Text;
using IwTune.Agent.Linux;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine.State;

/// <summary>
/// Held by the one process that may change the host through this state directory; the kernel releases it when that process dies.
/// </summary>
public sealed class StateLock : IDisposable
{
    /// <summary>The verb of a process that stays.</summary>
    public const string Daemon = "run";

    private readonly FileStream _held;
    private readonly StateDirectory _state;
    private readonly LockHolder _holder;

    private StateLock(FileStream held, StateDirectory state, LockHolder holder) => (_held, _state, _holder) = (held, state, holder);

    /// <summary>Takes the lock.</summary>
    /// <param name="state">The state directory, which must exist.</param>
    /// <param name="verb">What the process does, for the message that others get: <c>run</c>, <c>apply</c>.</param>
    /// <exception cref="StateUnusableException">
    /// Another process holds it, named with its pid and verb; or the directory may not be written.
    /// </exception>
    public static StateLock Take(StateDirectory state, string verb)
    {
        try
        {
            // Made first, and not through a link; what follows neither makes nor writes a file.
            OwnFile.OpenToWrite(state.File("lock")).Dispose();
            // FileShare.None is flock(LOCK_EX | LOCK_NB) on Unix.
            var held = new FileStream(state.File("lock"), FileMode.Open, FileAccess.ReadWrite, FileShare.None);
            var holder = new LockHolder(Environment.ProcessId, verb);
            WriteHolder(state, holder);
            return new StateLock(held, state, holder);
        }
        catch (IOException e) when (Holder(state) is { } holder)
        {
            throw new StateUnusableException($"{state.Root} is in use by {holder}. {Advice(holder)}", e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StateUnusableException(
                $"The lock in {state.Root} cannot be taken: {e.Message} Nothing was changed.{HostWords.Here.WayOut(e)}",
                e
            );
        }
    }

    /// <summary>The holder of the lock; <see langword="null"/> when there is none or it is not known.</summary>
    public static LockHolder? Holder(StateDirectory state)
    {
        try
        {
            // A shared lock is refused while the exclusive one is held.
            using var probe = new FileStream(state.File("lock"), FileMode.Open, FileAccess.Read, FileShare.Read);
            return null;
        }
        catch (FileNotFoundException)
        {
            return null;
        }
        catch (IOException)
        {
            return ReadHolder(state);
        }
        catch (UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Announces that this process ends soon, so that others wait for it instead of giving up.</summary>
    public void AnnounceStop() => WriteHolder(_state, _holder with { Stopping = true });

    public void Dispose() => _held.Dispose();

    /// <summary>Beside the lock, because a locked file cannot be opened to be read.</summary>
    private static string HolderFile(StateDirectory state) => state.File("lock.holder");

    /// <summary>Only for the message that others get; on a full disk the lock must still serve a rollback.</summary>
    private static void WriteHolder(StateDirectory state, LockHolder holder)
    {
        try
        {
            // Replaced whole: a reader never finds it empty.
            var next = HolderFile(state) + ".new";
            File.Delete(next);
            using (var file = OwnFile.OpenToWrite(next))
                RandomAccess.Write(file, Encoding.UTF8.GetBytes(holder.Write()), fileOffset: 0);
            File.Move(next, HolderFile(state), overwrite: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException) { }
    }

    private static LockHolder? ReadHolder(StateDirectory state)
    {
        try
        {
            return LockHolder.Read(SharedFile.ReadAllText(HolderFile(state)));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string Advice(LockHolder holder) =>
        holder.Stays ? "Ask that daemon through its socket (--socket), or stop it first." : "Wait until it has ended, or stop it first.";
}
