namespace IwTune.Agent.Ports;

/// <summary>Makes and keeps host keys.</summary>
public interface IHostKeys
{
    /// <summary>Makes a key; it is on disk when the call returns.</summary>
    /// <returns>The key, or why there is none, as sentences; with a key, what prevented a safer place.</returns>
    (IHostKey? Key, string Problem) Make();

    /// <summary>Opens a key that was made before.</summary>
    /// <param name="name"><see cref="IHostKey.Name"/>.</param>
    /// <returns>The key, or what is wrong with it and what to do, as sentences.</returns>
    (IHostKey? Key, string Problem) Open(string name);

    /// <summary>Removes one key. One that cannot be removed stays.</summary>
    /// <param name="name"><see cref="IHostKey.Name"/>.</param>
    void Remove(string name);

    /// <summary>Removes every other key. One that cannot be removed stays.</summary>
    /// <param name="name">The one to keep; <see langword="null"/> for none.</param>
    void KeepOnly(string? name);
}
