using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Fleet;

return await CommandLine.RunAsync(args, CliContext.OfThisProcess(),
[
    StatusVerb.Create,
    ShowVerb.Create,
    PlanVerb.Create,
    VerifyVerb.Create,
    HistoryVerb.Create,
    ExplainRollbackVerb.Create,
    ApplyVerb.Create,
    ConfirmVerb.Create,
    RollbackVerb.Create,
    PredictVerb.Create,
    EnrollVerb.Create,
    RunVerb.Create,
    UnenrollVerb.Create,
    FleetVerb.Create,
]);
