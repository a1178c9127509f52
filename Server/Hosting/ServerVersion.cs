using System.Reflection;

namespace IwTune.Server.Hosting;

/// <summary>This server's version, as people say it.</summary>
internal static class ServerVersion
{
    public static string Text { get; } =
        typeof(ServerVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
        ?? "unknown";
}
