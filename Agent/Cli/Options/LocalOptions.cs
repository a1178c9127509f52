using System.CommandLine;

namespace IwTune.Agent.Cli.Options;

/// <summary>The options about this host, which every command takes.</summary>
internal static class LocalOptions
{
    public static IReadOnlyList<Option> All { get; } = [StateOption.Option, SocketOption.Option];
}
