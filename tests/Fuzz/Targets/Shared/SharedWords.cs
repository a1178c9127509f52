using System.Text;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Policies;
using IwTune.Shared.Rollouts;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Fuzz.Targets.Shared;

/// <summary>Short texts: ids of targets, scopes, rings, grants, and the header by which a host proves its key.</summary>
internal static class SharedWords
{
    public static bool Read(byte[] input)
    {
        var text = Encoding.UTF8.GetString(input);
        var scope = Scope.TryParse(text, out _);
        var place = TargetPlace.TryParse(text, out _);
        var container = ContainerFacts.TryParse(text);
        if (container is not null)
            BrokenPromiseException.Unless(
                ContainerFacts.TryParse(container.TargetId)?.TargetId == container.TargetId,
                "the id of a container is read"
            );
        var rings = RingText.Read(text);
        BrokenPromiseException.Unless(rings.Rings.Count > 0 || rings.Problems.Count > 0, "a text is rings or has problems");
        var grant = AccessGrant.Parse(text);
        if (grant is not null)
            BrokenPromiseException.Unless(AccessGrant.Parse(grant.ToString()) == grant, "a grant is read from its text");
        var proof = HostProof.Read(text);
        if (proof is not null)
            BrokenPromiseException.Unless(HostProof.Read(proof.ToString()) == proof, "a proof is read from its text");
        return scope || place || container is not null || rings.Problems.Count == 0 || grant is not null || proof is not null;
    }
}
