using IwTune.Agent.Cli;

return await CommandLine.RunAsync(args, CliContext.OfThisProcess(),
[
    StatusVerb.Create,
    ShowVerb.Create,
    EnrollVerb.Create,
    RunVerb.Create,
    UnenrollVerb.Create,
]);
