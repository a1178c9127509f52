namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>The service control manager's database, limited to the agent's own service, and the event source beside it.</summary>
public interface IServiceDatabase
{
    /// <summary>The service; <see langword="null"/> when it is not installed.</summary>
    /// <exception cref="ServiceControlException">The manager refused.</exception>
    ServiceEntry? Find();

    /// <summary>Creates the service, or updates it: own process, automatic start, LocalSystem, description, recovery.</summary>
    /// <param name="commandLine">The program and its arguments, quoted.</param>
    /// <param name="isNew">False when it is installed already.</param>
    /// <returns>What could not be set and is not essential, as sentences; empty when everything was.</returns>
    /// <exception cref="ServiceControlException">The manager refused.</exception>
    string Enter(string commandLine, bool isNew);

    /// <summary>Asks it to stop; returns before it has.</summary>
    /// <exception cref="ServiceControlException">The manager refused.</exception>
    void Stop();

    /// <summary>Deletes it from the database.</summary>
    /// <exception cref="ServiceControlException">The manager refused.</exception>
    void Delete();

    /// <summary>Registers the event source, or removes it.</summary>
    /// <exception cref="ServiceControlException">The registry may not be written.</exception>
    void SetEventSource(bool present);
}

/// <summary>The agent's service as the service control manager has it now.</summary>
/// <param name="State">Its state.</param>
/// <param name="Process">Its process id; 0 when it does not run.</param>
/// <param name="ExitCode">Its last exit code: 0, one of the agent's exit codes, or a Windows error number.</param>
/// <param name="StartsByItself">True when it starts with Windows.</param>
/// <param name="Account">Its account: <c>LocalSystem</c>.</param>
/// <param name="CommandLine">The program and its arguments.</param>
public sealed record ServiceEntry(ServiceState State, int Process, int ExitCode, bool StartsByItself, string Account, string CommandLine);
