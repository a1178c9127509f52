using System.CommandLine;

namespace IwTune.Server.Cli;

internal static class DataOption
{
    public static Option<string> Create() =>
        new("--data")
        {
            Description = "Data directory of the server",
            HelpName = "DIR",
            DefaultValueFactory = _ =>
                OperatingSystem.IsWindows()
                    ? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData), "IwTune Server")
                    : "/var/lib/iwtune-server",
        };
}
