using IwTune.Server.Console;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance.Runs.Pages;

/// <summary>Runs and schedules in words.</summary>
internal static class RunWords
{
    /// <summary>A run as the list of runs shows it: its instant, and who or what had it made. An id says nothing to a person.</summary>
    public static string Name(ComplianceRun run) => $"{Moments.Absolute(run.AsOf!.Value)} · {Cause(run)}";

    public static string Cause(ComplianceRun run) =>
        run.Cause switch
        {
            RunCause.Asked => Actors.Name(run.By),
            RunCause.Rollout => $"{run.Schedule}, after a rollout",
            _ => run.Schedule ?? "",
        };

    /// <summary>What a reader of the list should know of it beside its figures.</summary>
    public static string Note(ComplianceRun run) => run.Problem.Length > 0 ? run.Problem : run.About;

    public static string When(RunSchedule schedule) =>
        (schedule.Cron, schedule.AfterRollouts) switch
        {
            (null, _) => "after each completed rollout",
            ({ } cron, true) => $"{cron} ({schedule.Zone}), and after each completed rollout",
            ({ } cron, false) => $"{cron} ({schedule.Zone})",
        };
}
