using IwTune.Agent.Local.Pipes;

namespace IwTune.Agent.Local;

/// <summary>The daemon's endpoint on this operating system: a Unix socket, on Windows a named pipe.</summary>
public static class LocalEndpoint
{
    /// <summary>Where a daemon listens by default: a path, on Windows the name of a pipe.</summary>
    public static string Default => OperatingSystem.IsWindows() ? PipeName.Default : "/run/iwtune/agent.sock";

    /// <summary>The name of its kind: <c>socket</c>, <c>pipe</c>.</summary>
    public static string Kind => OperatingSystem.IsWindows() ? "pipe" : "socket";

    /// <summary>Opens it for guests.</summary>
    /// <returns>The endpoint, or a sentence that says why there is none.</returns>
    public static (ILocalEndpoint? Endpoint, string Problem) Open(string name) =>
        OperatingSystem.IsWindows() ? WindowsPipe.Open(name) : UnixEndpoint.Open(name);
}
