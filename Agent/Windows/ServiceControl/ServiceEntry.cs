namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>The agent's service as the service control manager has it now.</summary>
/// <param name="State">Its state.</param>
/// <param name="Process">Its process id; 0 when it does not run.</param>
/// <param name="ExitCode">Its last exit code: 0, one of the agent's exit codes, or a Windows error number.</param>
/// <param name="StartsByItself">True when it starts with Windows.</param>
/// <param name="Account">Its account: <c>LocalSystem</c>.</param>
/// <param name="CommandLine">The program and its arguments.</param>
public sealed record ServiceEntry(ServiceState State, int Process, int ExitCode, bool StartsByItself, string Account, string CommandLine);
