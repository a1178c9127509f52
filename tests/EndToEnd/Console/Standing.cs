using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.EndToEnd.Console;

/// <summary>What administrators and owners of single hosts of the seeded fleet decided.</summary>
internal static class Standing
{
    private static readonly DateTimeOffset Since = DateTimeOffset.UtcNow.AddHours(-2);

    /// <returns>The state and the events of such a host; <see langword="null"/> for all others.</returns>
    public static (HostState State, IReadOnlyList<HostEvent> Events)? Of(HostState state, string name) => name switch
    {
        "nyc-web-001" => (
            state with
            {
                Hold = new HoldState("ann (sudo)", Since, Since.AddHours(6), "switching providers"),
                Reason = "nothing is changed while the host is held; 1 change withheld.",
                Targets = Left(state, TargetLeft.Held, "not changed while the host is held", outcome: null),
            },
            [new(HostEventKind.Held, "", "Nothing is changed on this host: held by ann (sudo): switching providers.")]),
        "lon-web-001" => (
            state with
            {
                Targets = Left(
                    state, TargetLeft.OwnerFights,
                    "NetworkManager undid 10 repairs within 10m, so it is left alone. Let NetworkManager carry the window: a static route of the profile with the option initcwnd=N. "
                    + "Repairs resume when it has not been changed for 10m, at 'iwtune release', or with a new revision.", "Refused"),
            },
            [new(HostEventKind.OwnerFights, "", $"{state.Targets[0].Id}: OwnerFights: NetworkManager undid 10 repairs within 10m, so it is left alone.")]),
        _ => null,
    };

    private static List<TargetState> Left(HostState state, TargetLeft left, string reason, string? outcome) =>
        [state.Targets[0] with { Configured = Window.Unset, Left = left, Reason = reason, Outcome = outcome }, .. state.Targets.Skip(1)];
}
