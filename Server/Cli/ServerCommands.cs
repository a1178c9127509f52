using System.CommandLine;
using IwTune.Server.Cli.Running;

namespace IwTune.Server.Cli;

/// <summary>Every command of <c>iwtune-server</c>.</summary>
internal static class ServerCommands
{
    public static RootCommand Create() =>
        new("The server of an IwTune fleet: policies in revisions, signed bundles to hosts, evidence back.")
        {
            RunCommand.Create(),
            TokenCommand.Create(),
            UserCommand.Create(),
            KeysCommand.Create(),
            VerifyAuditCommand.Create(),
            BackupCommand.Create(),
            RestoreCommand.Create(),
            MigrateToCommand.Create(),
        };
}
