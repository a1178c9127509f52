using IwTune.Agent.Cli;

return await CommandLine.RunAsync(args, CliContext.OfThisProcess(),
[
    ShowVerb.Create,
]);
