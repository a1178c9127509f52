using System.CommandLine;
using System.Text.Json;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>Follows a rollout to its end.</summary>
internal static class RolloutsWatchVerb
{
    private static readonly TimeSpan Between = TimeSpan.FromSeconds(2);

    public static Verb Create(CliContext context)
    {
        var id = RolloutChoice.Argument();
        var untilHolding = new Option<bool>("--until-holding") { Description = "Also end, with 2, when it waits for a person" };
        var verb = new Verb(VerbGroup.Fleet, "watch", "Follow a rollout to its end: each event as it comes")
        {
            Details =
                "Ends with 0 when it is complete, with 1 when it was rolled back, aborted or superseded, and with --until-holding with 2 "
                + "when it holds, is paused or needs an approval. --json writes a line with the whole rollout at each change. "
                + "While the server cannot be reached it keeps trying. Ctrl+C ends the command and does not affect the rollout.",
            Examples = [("iwtune fleet rollouts watch edge --until-holding && echo done", "in a pipeline")],
        };
        verb.Add(id);
        verb.Add(untilHolding);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
                await FollowAsync(
                    context,
                    fleet,
                    await RolloutChoice.IdAsync(fleet, parsed.GetRequiredValue(id), ct),
                    parsed.WantsJson(),
                    parsed.GetValue(untilHolding),
                    ct
                )
        );
        return verb;
    }

    private static async Task<int> FollowAsync(
        CliContext context,
        FleetConnection fleet,
        string id,
        bool json,
        bool untilHolding,
        CancellationToken ct
    )
    {
        using var progress = new ProgressLine(context.Terminal);
        var (told, last, away) = (0, "", false);
        while (true)
        {
            if (await AskAsync(fleet, id, ct) is { } rollout)
            {
                (away, told) = (false, json ? told : Tell(context.Terminal, progress, rollout, told));
                if (json && JsonSerializer.Serialize(rollout, RolloutJson.Default.RolloutDetail) is var line && line != last)
                    context.Terminal.Out.WriteLine(last = line);
                if (Exit(rollout.Summary.State, untilHolding) is { } exit)
                    return End(context.Terminal, progress, rollout.Summary, json, exit);
            }
            else if (!away)
            {
                away = true;
                progress.Dispose();
                await context.Terminal.Error.WriteLineAsync("The server cannot be reached; trying again.");
            }
            await Task.Delay(Between, context.Time, ct);
        }
    }

    /// <returns><see langword="null"/> while the server is away: a restart of it changes nothing of the rollout.</returns>
    private static async Task<RolloutDetail?> AskAsync(FleetConnection fleet, string id, CancellationToken ct)
    {
        try
        {
            return await fleet.GetAsync(FleetPaths.Rollout(id), RolloutJson.Default.RolloutDetail, ct);
        }
        catch (FleetRefusedException refused) when (refused.Exit == ExitCode.Unreachable)
        {
            return null;
        }
    }

    private static int Tell(Terminal terminal, ProgressLine progress, RolloutDetail rollout, int told)
    {
        if (rollout.Events.Count > told)
            progress.Dispose();
        for (var i = rollout.Events.Count - told - 1; i >= 0; i--)
            terminal.Say(RolloutPage.Event(rollout.Events[i]), hanging: 22);
        var row = rollout.Summary;
        progress.Show(
            $"{RolloutWords.Of(row.State)}: ring {row.Ring} of {row.Rings}, {row.Applied} of {row.Hosts} have it, {row.Failed} failed. "
                + $"{row.Sentence}"
        );
        return rollout.Events.Count;
    }

    private static int End(Terminal terminal, ProgressLine progress, RolloutSummary row, bool json, int exit)
    {
        progress.Dispose();
        if (!json)
            terminal.Say(terminal.Paint(RolloutText.InkOf(row.State), RolloutWords.Told(row)), hanging: 0);
        return exit;
    }

    private static int? Exit(RolloutState state, bool untilHolding) =>
        state switch
        {
            RolloutState.Complete => ExitCode.Fine,
            _ when RolloutWords.Ended(state) => ExitCode.Error,
            _ when untilHolding && RolloutWords.NeedsPerson(state) => ExitCode.Differs,
            _ => null,
        };
}
