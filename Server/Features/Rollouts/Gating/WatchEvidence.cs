using System.Text.Json;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>The evidence of a whole rollout, as the store keeps it.</summary>
/// <param name="Logs">Of the e-process against the control group.</param>
/// <param name="Highest">The highest it ever was.</param>
/// <param name="Tested">Hosts with the revision, in times in which both arms reported something.</param>
/// <param name="Control">Hosts without it, in the same times.</param>
public sealed record WatchEvidence(IReadOnlyList<double> Logs, double Highest, ArmOutcome Tested, ArmOutcome Control)
{
    /// <summary>None yet.</summary>
    public static WatchEvidence None { get; } =
        Of(new RolloutLosses(new ShareEProcess(), new OverdispersionSums()), new OwnPastEProcess(), ArmOutcome.None, ArmOutcome.None);

    // An earlier version stored a rollout in progress without these: the generated reader sets them to null then.

    /// <summary>What is known of bursts.</summary>
    public OverdispersionSums Sums
    {
        get;
        init => field = value ?? new();
    } = new();

    /// <summary>Of the e-process against the hosts' own past, while there was no control group; empty before the first such slot.</summary>
    public IReadOnlyList<double> AloneLogs
    {
        get;
        init => field = value ?? [];
    } = [];

    /// <summary>The highest that one ever was.</summary>
    public double AloneHighest { get; init; }

    internal static string Empty { get; } = Text(None);

    internal ShareEProcess Process => ShareEProcess.Of(Logs, Highest) ?? new ShareEProcess();

    internal OwnPastEProcess Alone => OwnPastEProcess.Of(AloneLogs, AloneHighest) ?? new OwnPastEProcess();

    internal static WatchEvidence Read(string json) => JsonSerializer.Deserialize(json, GatingJson.Default.WatchEvidence)!;

    internal static string Text(WatchEvidence evidence) => JsonSerializer.Serialize(evidence, GatingJson.Default.WatchEvidence);

    internal static WatchEvidence Of(RolloutLosses losses, OwnPastEProcess alone, ArmOutcome tested, ArmOutcome control) =>
        new([.. losses.Process.Logs], losses.Process.HighestLogE, tested, control)
        {
            Sums = losses.Sums,
            AloneLogs = [.. alone.Logs],
            AloneHighest = alone.HighestLogE,
        };
}
