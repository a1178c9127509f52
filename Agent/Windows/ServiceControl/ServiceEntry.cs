namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>The agent's service as the service control manager has it now.</summary>
/// <param name="State">Where it is in its life.</param>
/// <param name="Process">Its process id; 0 when it does not run.</param>
/// <param name="ExitCode">How it ended last: 0, one of the agent's exit codes, or a Windows error number.</param>
/// <param name="StartsByItself">True when it starts with Windows.</param>
/// <param name="Account">As whom it runs: <c>LocalSystem</c>.</param>
/// <param name="CommandLine">The program and its arguments.</param>
public sealed record ServiceEntry(ServiceState State, int Process, int ExitCode, bool StartsByItself, string Account, string CommandLine);
