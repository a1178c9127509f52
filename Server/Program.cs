using IwTune.Server.Cli;

return await ServerCommandLine.RunAsync(ServerCommands.Create(), args);
