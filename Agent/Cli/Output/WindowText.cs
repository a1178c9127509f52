using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Output;

/// <summary>A window for people; <c>default</c> alone could be read as the route of that name.</summary>
internal static class WindowText
{
    public static string Of(Window window) => window.IsUnset ? "unset" : window.ToString();
}
