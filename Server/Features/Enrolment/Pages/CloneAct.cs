using IwTune.Server.Features.Enrolment.Clones;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Enrolment.Pages;

/// <summary>One possible decision about a quarantined machine.</summary>
/// <param name="Name">As the address and the command line have it.</param>
/// <param name="Title">What the button says.</param>
/// <param name="Effect">What follows, as sentences.</param>
/// <param name="Path">Of the API.</param>
/// <param name="Decide">Does it.</param>
/// <param name="Done">What is said afterwards.</param>
internal sealed record CloneAct(
    string Name,
    string Title,
    string Effect,
    Func<string, string> Path,
    CloneDecisions.Decision Decide,
    Func<CloneCase, string> Done
)
{
    private static readonly CloneAct[] All =
    [
        new(
            "adopt",
            "Adopt as new host",
            "The quarantined machine becomes a host of its own with its next call: a new id, a secret of its own, the same labels. The "
                + "older goes on as it is. The way back is to retire the new host.",
            FleetPaths.CloneAdopt,
            DecideCase.AdoptAsync,
            one => $"The copy of {one.HostName} becomes a host of its own with its next call."
        ),
        new(
            "rekey",
            "Keep the younger",
            "The quarantined machine keeps the identity and makes a new secret; the other is quarantined in its place, and can enrol "
                + "again with 'iwtune enroll --again'.",
            FleetPaths.CloneRekey,
            DecideCase.SwapAsync,
            one => $"The younger machine is {one.HostName} from now on."
        ),
        new(
            "close",
            "Close the case",
            "The quarantined machine is gone. Should it call again, it is quarantined again and there is a new case.",
            FleetPaths.CloneClose,
            DecideCase.EndAsync,
            one => $"The case of {one.HostName} is closed."
        ),
    ];

    public static CloneAct? Find(string? name) => Array.Find(All, act => act.Name == name);
}
