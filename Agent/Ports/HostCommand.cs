namespace IwTune.Agent.Ports;

/// <summary>A command of the system whose output is collected unchanged.</summary>
/// <param name="Name">The name of its output: <c>netsh-show-global</c>.</param>
/// <param name="Program">Its absolute path: a program that runs elevated must not depend on a search path.</param>
/// <param name="Arguments">Each to be passed as it is.</param>
public sealed record HostCommand(string Name, string Program, IReadOnlyList<string> Arguments);

/// <summary>The result of one run of it.</summary>
/// <param name="ExitCode">Its exit code; <see langword="null"/> when it did not start or did not end in time.</param>
/// <param name="Output">Its standard output, byte for byte.</param>
/// <param name="Errors">Its error output, byte for byte.</param>
/// <param name="Duration">From its start to its end.</param>
/// <param name="Problem">Why there is no exit code, as a sentence; empty when there is one.</param>
public sealed record HostCommandRun(int? ExitCode, byte[] Output, byte[] Errors, TimeSpan Duration, string Problem = "");
