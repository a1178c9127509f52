using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Control.Enforcing;

/// <summary>
/// Every change of the host is made in a turn of this queue, one after the other, in the order of the requests. Trouble with the host or
/// with the state directory ends a turn, never the daemon.
/// </summary>
/// <param name="log">Gets new trouble once: the next turns will find the same every few seconds.</param>
public sealed class TurnQueue(AgentLog log) : IDisposable
{
    private readonly SemaphoreSlim _one = new(1, 1);

    /// <summary>Why the host could not be read or nothing could be written the last time, as a sentence; empty when it could.</summary>
    public string Trouble { get; private set; } = "";

    /// <summary>Waits for a turn, and acts in it.</summary>
    /// <param name="act">What to do; the turn is over when it returns.</param>
    /// <param name="ct">Cancels the wait, and is passed on in the turn.</param>
    public async Task RunAsync(Func<Turn, Task> act, CancellationToken ct)
    {
        await _one.WaitAsync(ct);
        try
        {
            await act(new Turn(ct));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or StateUnusableException)
        {
            // A full disk ends neither the daemon nor what is enforced; what could not be recorded is not done.
            Note($"The state directory cannot be used: {e.Message} What was enforced before stays.");
        }
        finally
        {
            _one.Release();
        }
    }

    /// <summary>Acts on a host that may not be readable now.</summary>
    internal async Task TryAsync(Func<Task> act)
    {
        try
        {
            await act();
        }
        catch (TunerUnavailableException e)
        {
            Note(e.Message);
        }
    }

    /// <summary>The host was read.</summary>
    internal void Clear() => Trouble = "";

    /// <inheritdoc/>
    public void Dispose() => _one.Dispose();

    private void Note(string trouble)
    {
        if (trouble != Trouble)
            log.Warn(trouble);
        Trouble = trouble;
    }
}
