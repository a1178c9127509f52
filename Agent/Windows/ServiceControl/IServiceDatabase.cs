namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>The service control manager's database, as far as the agent's own service goes, and the event source beside it.</summary>
public interface IServiceDatabase
{
    /// <summary>The service; <see langword="null"/> when it is not installed.</summary>
    /// <exception cref="ServiceControlException">The manager refused.</exception>
    ServiceEntry? Find();

    /// <summary>Enters it, or changes what is entered: own process, automatic start, LocalSystem, description, recovery.</summary>
    /// <param name="commandLine">The program and its arguments, quoted.</param>
    /// <param name="isNew">False when it is installed already.</param>
    /// <returns>What could not be set and is not vital, as sentences; empty when everything was.</returns>
    /// <exception cref="ServiceControlException">The manager refused.</exception>
    string Enter(string commandLine, bool isNew);

    /// <summary>Asks it to stop; returns before it has.</summary>
    /// <exception cref="ServiceControlException">The manager refused.</exception>
    void Stop();

    /// <summary>Takes it out of the database.</summary>
    /// <exception cref="ServiceControlException">The manager refused.</exception>
    void Delete();

    /// <summary>Registers the event source, or removes it.</summary>
    /// <exception cref="ServiceControlException">The registry may not be written.</exception>
    void SetEventSource(bool present);
}
