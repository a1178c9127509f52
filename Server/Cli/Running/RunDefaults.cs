using IwTune.Server.Hosting;

namespace IwTune.Server.Cli.Running;

/// <summary>What the options of <c>run</c> are where the command line does not name them.</summary>
internal static class RunDefaults
{
    public static ServerOptions Options { get; } = new() { Data = "" };
}
