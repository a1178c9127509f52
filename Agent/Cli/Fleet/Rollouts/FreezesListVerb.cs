using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>The freezes as a table.</summary>
internal static class FreezesListVerb
{
    public static Verb Create(CliContext context) =>
        new Verb(VerbGroup.Fleet, "list", "Freezes that are on or to come").Lists(
            context,
            _ => FleetPaths.Freezes,
            () => RolloutJson.Default.IReadOnlyListFreeze,
            "No freezes. Rings start whenever the change windows of their rollout allow it.",
            [
                new("FROM", freeze => FleetText.Time(freeze.From)),
                new("UNTIL", freeze => FleetText.Time(freeze.Until)),
                new("", freeze => IsOn(freeze, context.Time.GetUtcNow()) ? new Cell("on", Ink.Attention) : "to come"),
                new("BY", freeze => Actors.Name(freeze.Author)),
                new("REASON", freeze => freeze.Reason),
                new("ID", freeze => freeze.Id),
            ]
        );

    private static bool IsOn(Freeze freeze, DateTimeOffset now) => freeze.From <= now && now < freeze.Until;
}
