using System.CommandLine;
using IwTune.Agent.Local;

namespace IwTune.Agent.Cli.Options;

/// <summary>Where a running daemon listens.</summary>
internal static class SocketOption
{
    public static Option<string> Option { get; } = new("--socket")
    {
        Description = $"Socket of a running daemon [default: {LocalClient.DefaultSocket}]",
        HelpName = "PATH",
        Recursive = true,
    };

    public static string SocketOf(this ParseResult parsed) => parsed.GetValue(Option) ?? LocalClient.DefaultSocket;
}
