namespace IwTune.Agent.Engine.State;

/// <summary>The process that uses a state directory.</summary>
/// <param name="Pid">Its process id.</param>
/// <param name="Verb">What it does: <c>run</c>, <c>apply</c>.</param>
/// <param name="Stopping">True for a daemon that has been asked to stop and has not ended yet.</param>
public sealed record LockHolder(int Pid, string Verb, bool Stopping = false)
{
    private const string StoppingWord = "stopping";

    /// <summary>True for a process that stays until it is stopped.</summary>
    public bool IsDaemon => Verb == StateLock.Daemon;

    /// <summary>True for a daemon that keeps running: it answers on its socket, and it is useless to wait for its end.</summary>
    public bool Stays => IsDaemon && !Stopping;

    /// <summary>As people read it: <c>'iwtune run' (pid 12), which is stopping</c>.</summary>
    public override string ToString() => $"'iwtune {Verb}' (pid {Pid}){(Stopping ? ", which is stopping" : "")}";

    /// <summary>The text of the file beside the lock.</summary>
    internal string Write() => FormattableString.Invariant($"{Pid} {Verb}{(Stopping ? $" {StoppingWord}" : "")}");

    /// <summary>Reads it; <see langword="null"/> when it is not of that form.</summary>
    internal static LockHolder? Read(string text)
    {
        var stopping = text.EndsWith($" {StoppingWord}", StringComparison.Ordinal);
        var words = (stopping ? text[..^(StoppingWord.Length + 1)] : text).Split(' ', 2);
        return words.Length == 2 && int.TryParse(words[0], System.Globalization.CultureInfo.InvariantCulture, out var pid)
            ? new(pid, words[1], stopping)
            : null;
    }
}
