using System.CommandLine;
using IwTune.Server.Cli;
using IwTune.Server.Cli.Running;

var root = new RootCommand("The server of an IwTune fleet: policies in revisions, signed bundles to hosts, evidence back.")
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
return await ServerCommandLine.RunAsync(root, args);
