using System.Runtime.InteropServices;

namespace IwTune.Agent.Ports;

/// <summary>What one pass over the connections came to.</summary>
/// <param name="Lost">True when the ends of some were lost because there were too many.</param>
/// <param name="Cost">CPU time it took, with what was done for each connection.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct ConnectionPass(bool Lost, TimeSpan Cost);
