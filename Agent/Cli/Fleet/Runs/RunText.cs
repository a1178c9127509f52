using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Runs;

/// <summary>Runs for people.</summary>
internal static class RunText
{
    public static Cell State(ComplianceRun run) =>
        run.State switch
        {
            RunState.Kept when run.Hold is not null => new("held", Ink.Attention),
            RunState.Kept => new("kept", Ink.Good),
            RunState.Failed => new("failed", Ink.Bad),
            RunState.Missed => new("missed", Ink.Attention),
            RunState.Making => new("in progress", Ink.Quiet),
            RunState.Deleted => new("deleted", Ink.Quiet),
            _ => new("waiting", Ink.Quiet),
        };

    public static string Cause(ComplianceRun run) =>
        run.Cause switch
        {
            RunCause.Asked => Actors.Name(run.By),
            RunCause.Rollout => $"{run.Schedule}, after a rollout",
            _ => run.Schedule ?? "",
        };

    public static string Number(long? value) => value?.ToString(CultureInfo.InvariantCulture) ?? "";
}
