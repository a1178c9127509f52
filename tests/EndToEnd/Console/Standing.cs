using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.EndToEnd.Console;

/// <summary>The decisions of administrators and owners about single hosts of the seeded fleet.</summary>
internal static class Standing
{
    private static readonly DateTimeOffset Since = DateTimeOffset.UtcNow.AddHours(-2);

    /// <returns>The state and the events of such a host; <see langword="null"/> for all others.</returns>
    public static (HostState State, IReadOnlyList<HostEvent> Events)? Of(HostState state, string name) =>
        name switch
        {
            "nyc-web-001" => (
                state with
                {
                    Hold = new HoldState("ann (sudo)", Since, Since.AddHours(6), "switching providers"),
                    Reason = "nothing is changed while the host is held; 1 change withheld.",
                    Targets = Left(state, TargetLeft.Held, "not changed while the host is held", outcome: null),
                },
                [new(HostEventKind.Held, "", "Nothing is changed on this host: held by ann (sudo): switching providers.")]
            ),
            "lon-web-001" => (
                state with
                {
                    Targets = Left(
                        state,
                        TargetLeft.OwnerFights,
                        "NetworkManager undid 10 repairs within 10m, so repairs stopped. Set the window in NetworkManager: a static "
                            + "route of the profile with the option initcwnd=N. "
                            + "Repairs resume when it has not been changed for 10m, at 'iwtune release', or with a new revision.",
                        TargetOutcome.Refused
                    ),
                },
                [
                    .. Enumerable
                        .Range(1, 10)
                        .Select(n => new HostEvent(
                            HostEventKind.Repaired,
                            "",
                            $"{state.Targets[0].Id} has its window again after NetworkManager; repair {n} of this route."
                        )
                        {
                            Writer = "NetworkManager",
                            Target = state.Targets[0].Id,
                        }),
                    new(
                        HostEventKind.OwnerFights,
                        "",
                        $"{state.Targets[0].Id}: NetworkManager undid 10 repairs within 10m, so repairs stopped."
                    )
                    {
                        Writer = "NetworkManager",
                        Target = state.Targets[0].Id,
                    },
                ]
            ),
            "ams-web-001" => (
                state with
                {
                    Targets =
                    [
                        state.Targets[0] with
                        {
                            Configured = new Window(20, null),
                            Left = TargetLeft.Overridden,
                            Reason = "set to initcwnd 20 by ben (sudo): a partner behind a long path",
                        },
                        .. state.Targets.Skip(1),
                    ],
                },
                [new(HostEventKind.Overridden, "", "ben (sudo) set the default route to initcwnd 20.")]
            ),
            "ams-web-002" => (
                state with
                {
                    Repaired = Since,
                },
                [
                    new(HostEventKind.Drifted, "", $"{state.Targets[0].Id} lost its window.")
                    {
                        Writer = "dhclient",
                        Target = state.Targets[0].Id,
                    },
                    new(HostEventKind.Repaired, "", $"{state.Targets[0].Id} has its window again after dhclient.")
                    {
                        Writer = "dhclient",
                        Target = state.Targets[0].Id,
                    },
                ]
            ),
            _ => null,
        };

    private static List<TargetState> Left(HostState state, TargetLeft left, string reason, TargetOutcome? outcome) =>
        [state.Targets[0] with { Configured = Window.Unset, Left = left, Reason = reason, Outcome = outcome }, .. state.Targets.Skip(1)];
}
