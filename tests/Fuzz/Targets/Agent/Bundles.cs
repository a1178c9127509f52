using System.Runtime.CompilerServices;
using IwTune.Agent.Control.Bundles;
using IwTune.Shared.Wire;

namespace IwTune.Fuzz.Targets.Agent;

/// <summary>
/// The signed bytes of an envelope, after the signature's check: what a server of another version, or in other hands, may send.
/// </summary>
internal static class Bundles
{
    private static readonly DateTimeOffset Now = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);

    private static readonly BundleVerifier Verifier = new([], new Then()) { For = new("host-1", "fleet-1") };

    private static readonly ReplayFloor Floor = new(new HeldBundle(7, "sha256:held", Now), Now, Named: false, Clock: Now);

    public static bool Read(byte[] input)
    {
        var check = Judge(Verifier, input, Floor);
        BrokenPromiseException.Unless(
            check is BundleCheck.Accepted or BundleCheck.Refused { Reason.Length: > 0 },
            "a bundle is refused with a reason"
        );
        if (check is not BundleCheck.Accepted accepted)
            return false;
        BrokenPromiseException.Unless(accepted.Bundle.Sequence >= 7 && accepted.Bundle.Expires > Now, "an old bundle is not accepted");
        _ = Floor.Raised(accepted, Now);
        return true;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    private static extern BundleCheck Judge(BundleVerifier verifier, ReadOnlyMemory<byte> payload, ReplayFloor floor);

    private sealed class Then : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => Now;
    }
}
