using System.Runtime.Versioning;

namespace IwTune.Agent.Windows;

/// <summary>Whether this process may write TCP templates: administrators with an elevated token and LocalSystem may.</summary>
[SupportedOSPlatform("windows")]
internal static class Elevation
{
    /// <returns><see langword="null"/> when it may, else what it lacks and how to get it.</returns>
    public static string? Lacking() => Sentence(Environment.IsPrivilegedProcess);

    internal static string? Sentence(bool elevated) =>
        elevated
            ? null
            : "Changing TCP templates needs an elevated process: run this in a prompt that was started with 'Run as administrator', or "
                + "let the service do it, which runs as LocalSystem.";
}
