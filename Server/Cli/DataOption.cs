using System.CommandLine;

namespace IwTune.Server.Cli;

internal static class DataOption
{
    public static Option<string> Create() =>
        new("--data")
        {
            Description = "Directory everything durable lives in",
            HelpName = "DIR",
            DefaultValueFactory = _ =>
                OperatingSystem.IsWindows()
                    ? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData), "IwTune", "server")
                    : "/var/lib/iwtune-server",
        };
}
