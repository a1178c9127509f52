using IwTune.Shared.Impact;

namespace IwTune.Server.Features.Impact;

/// <summary>How a prospect looks: an icon and a tone beside its word.</summary>
internal static class ProspectLook
{
    public static (string Icon, string Tone) Of(Prospect prospect) =>
        prospect switch
        {
            Prospect.Changes => ("apply", "info"),
            Prospect.PutBack => ("undo", "info"),
            Prospect.Same => ("check", "good"),
            Prospect.Unsupported => ("unsupported", "quiet"),
            Prospect.Refused or Prospect.OwnerFights => ("cross", "warn"),
            Prospect.Unknown => ("never", "warn"),
            _ => ("except", "quiet"),
        };
}
