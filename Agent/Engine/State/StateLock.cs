using System.Globalization;
using System.Text;

namespace IwTune.Agent.Engine.State;

/// <summary>Held by the one process that may change the host through this state directory; the kernel lets go of it when that process dies.</summary>
public sealed class StateLock : IDisposable
{
    /// <summary>The verb of a process that stays.</summary>
    public const string Daemon = "run";

    private readonly FileStream _held;

    private StateLock(FileStream held) => _held = held;

    /// <summary>Takes the lock.</summary>
    /// <param name="state">The state directory, which must exist.</param>
    /// <param name="verb">What the process does, for the message that others get: <c>run</c>, <c>apply</c>.</param>
    /// <exception cref="StateUnusableException">Another process holds it, named with its pid and verb; or the directory may not be written.</exception>
    public static StateLock Take(StateDirectory state, string verb)
    {
        try
        {
            // FileShare.None is flock(LOCK_EX | LOCK_NB) on Unix.
            var held = new FileStream(state.File("lock"), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            WriteHolder(state, verb);
            return new StateLock(held);
        }
        catch (IOException e) when (Holder(state) is { } holder)
        {
            throw new StateUnusableException($"{state.Root} is in use by 'iwtune {holder.Verb}' (pid {holder.Pid}). {Advice(holder)}", e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StateUnusableException($"The lock in {state.Root} cannot be taken: {e.Message} Nothing was changed.", e);
        }
    }

    /// <summary>Who holds the lock now; <see langword="null"/> when nobody does or it cannot be told.</summary>
    public static (int Pid, string Verb)? Holder(StateDirectory state)
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

    public void Dispose() => _held.Dispose();

    /// <summary>Beside the lock, because a locked file cannot be opened to be read.</summary>
    private static string HolderFile(StateDirectory state) => state.File("lock.holder");

    /// <summary>Only for the message that others get; on a full disk the lock must still serve a rollback.</summary>
    private static void WriteHolder(StateDirectory state, string verb)
    {
        try
        {
            File.WriteAllText(HolderFile(state), string.Create(CultureInfo.InvariantCulture, $"{Environment.ProcessId} {verb}"), Encoding.UTF8);
        }
        catch (IOException)
        {
        }
    }

    private static (int Pid, string Verb)? ReadHolder(StateDirectory state)
    {
        try
        {
            var words = SharedFile.ReadAllText(HolderFile(state)).Split(' ', 2);
            return words.Length == 2 && int.TryParse(words[0], CultureInfo.InvariantCulture, out var pid) ? (pid, words[1]) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string Advice((int Pid, string Verb) holder) =>
        holder.Verb == Daemon
            ? "Ask that daemon through its socket (--socket), or stop it first."
            : "Wait until it is done, or stop it first.";
}
