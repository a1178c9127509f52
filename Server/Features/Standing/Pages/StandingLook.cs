using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Features.Standing.Pages;

/// <summary>How a list of hosts that stand out looks: its word, an icon, a tone, and which hosts are in it.</summary>
internal sealed record StandingLook(StandingKind Kind, string Icon, string Tone, string Meaning)
{
    public static IReadOnlyList<StandingLook> All { get; } =
    [
        new(StandingKind.Drift, "drift", "warn", "A window differs from what is required; excepted hosts are marked."),
        new(StandingKind.Repairs, "repair", "good", "Changed by another program and repaired within the last day."),
        new(StandingKind.OwnerFights, "error", "bad", "An owner reverts every repair; the host stopped repairing."),
        new(
            StandingKind.Holds,
            "except",
            "info",
            "Held by an administrator here or at the host. Health is shown beside it, as if the host were not held."
        ),
        new(StandingKind.Overrides, "edit", "info", "A local administrator gave a target its own window."),
        new(
            StandingKind.Unsupported,
            "unsupported",
            "quiet",
            "The host cannot apply what is required; not a failure. Includes excepted hosts."
        ),
        new(
            StandingKind.Unreachable,
            "clock",
            "warn",
            "No check-in for too long, or never: the current state is unknown. Includes excepted hosts."
        ),
        new(
            StandingKind.Refused,
            "undo",
            "bad",
            "The host refuses bundles, or the required revision was refused, failed, or was reverted."
        ),
    ];

    public string Word => StandingWords.Of(Kind);

    public static StandingLook Of(StandingKind kind) => All.First(look => look.Kind == kind);
}
