using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Bundles;

/// <summary>A hold set at the server: what its host must have, whatever is published, assigned or removed meanwhile.</summary>
/// <param name="Id">The hold's id.</param>
/// <param name="Hold">Who, since when, until when, why.</param>
/// <param name="Content">What the host was required to have when it was set.</param>
public sealed record HoldPin(string Id, HoldState Hold, PublishedContent Content)
{
    /// <param name="free">What the host would be required to have without the hold.</param>
    /// <param name="gone">True when the policy it is held at does not exist any more.</param>
    public Requirement Over(Requirement free, bool gone)
    {
        var what = Content.Content.Policy is { } policy ? $"{policy} revision {Content.Content.Revision}" : "no policy at all";
        var lost = gone ? $" Policy {Content.Content.Policy} no longer exists; the host keeps its content." : "";
        return new(Content.Content, Content.Digest, By: null, $"Held at {what}: {Hold}.{lost} Without the hold: {free.Explanation}")
        {
            Pin = this,
            Otherwise = free,
        };
    }
}
