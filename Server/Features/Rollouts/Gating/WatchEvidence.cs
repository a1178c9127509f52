using System.Text.Json;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>The evidence of a whole rollout, as the store keeps it.</summary>
/// <param name="Logs">Of the e-process.</param>
/// <param name="Highest">The highest it ever was.</param>
/// <param name="Tested">Hosts with the revision, in times in which both arms reported something.</param>
/// <param name="Control">Hosts without it, in the same times.</param>
internal sealed record WatchEvidence(IReadOnlyList<double> Logs, double Highest, ArmOutcome Tested, ArmOutcome Control)
{
    public static string Empty { get; } = Text(new ShareEProcess(), ArmOutcome.None, ArmOutcome.None);

    public ShareEProcess Process => ShareEProcess.Of(Logs, Highest) ?? new ShareEProcess();

    public static WatchEvidence Read(string json) => JsonSerializer.Deserialize(json, GatingJson.Default.WatchEvidence)!;

    public static string Text(ShareEProcess process, ArmOutcome tested, ArmOutcome control) =>
        JsonSerializer.Serialize(
            new WatchEvidence([.. process.Logs], process.HighestLogE, tested, control),
            GatingJson.Default.WatchEvidence
        );
}
