using System.Runtime.InteropServices;

namespace IwTune.Agent.Ports;

/// <summary>The result of one pass over the connections.</summary>
/// <param name="Lost">True when the ends of some were lost because there were too many.</param>
/// <param name="Cost">CPU time it took, including the work for each connection.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct ConnectionPass(bool Lost, TimeSpan Cost);
