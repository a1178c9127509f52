using System.CommandLine;
using IwTune.Agent.Local;

namespace IwTune.Agent.Cli.Options;

/// <summary>Where a running daemon listens.</summary>
internal static class SocketOption
{
    public static Option<string> Option { get; } =
        new("--socket")
        {
            Description = $"{(OperatingSystem.IsWindows() ? "Pipe" : "Socket")} of a running daemon [default: {LocalEndpoint.Default}]",
            HelpName = OperatingSystem.IsWindows() ? "NAME" : "PATH",
            Recursive = true,
        };

    public static string SocketOf(this ParseResult parsed) => parsed.GetValue(Option) ?? LocalEndpoint.Default;
}
