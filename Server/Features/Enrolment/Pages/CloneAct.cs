using IwTune.Server.Features.Enrolment.Clones;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Enrolment;

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
            "The quarantined machine becomes a separate host with its next call: new id, new secret, same labels. The "
                + "older machine is unchanged. To undo this, retire the new host.",
            FleetPaths.CloneAdopt,
            DecideCase.AdoptAsync,
            one => $"The copy of {one.HostName} becomes a separate host with its next call."
        ),
        new(
            "rekey",
            "Keep younger",
            "The quarantined machine keeps the identity and creates a new secret. The other machine is quarantined instead, and can enrol "
                + "again with 'iwtune enroll --again'.",
            FleetPaths.CloneRekey,
            DecideCase.SwapAsync,
            one => $"The younger machine now has the identity {one.HostName}."
        ),
        new(
            "close",
            "Close case",
            "The quarantined machine is gone. If it calls again, it is quarantined again and a new case is opened.",
            FleetPaths.CloneClose,
            DecideCase.EndAsync,
            one => $"Case of {one.HostName} closed."
        ),
    ];

    public static CloneAct? Find(string? name) => Array.Find(All, act => act.Name == name);
}
