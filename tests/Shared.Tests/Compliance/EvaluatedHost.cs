using IwTune.Shared.Compliance;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Compliance;

/// <summary>A host whose targets are as required, and methods to change it.</summary>
internal static class EvaluatedHost
{
    internal const string Required = "sha256:required",
        Older = "sha256:older";

    internal static readonly DateTimeOffset Now = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    internal static readonly TargetState Good = new()
    {
        Id = "ipv4 main default via 192.0.2.1 dev eth0",
        Owner = "dhcp",
        Strategy = "in-place",
        Configured = new(10, null),
        Wanted = new(10, null),
        Outcome = TargetOutcome.AlreadyThere,
        Managed = true,
    };

    internal static readonly TargetState Other = Good with { Id = "ipv6 main default via fe80::1 dev eth0", Configured = Window.Unset };

    internal static readonly HostState Applied = new()
    {
        Held = new(7, Required, Now.AddDays(1)),
        Policy = "edge",
        Revision = 2,
        Phase = BundlePhase.Applied,
        StateHash = "hash",
        Targets = [Good],
    };

    internal static ComplianceCase Case(HostState? state) =>
        new()
        {
            RequiredDigest = Required,
            State = state,
            CheckedInAt = Now.AddSeconds(-30),
            CheckIn = state is null ? null : new(state.Held, state.StateHash, "boot", 3),
            Now = Now,
            StaleAfter = TimeSpan.FromMinutes(5),
        };

    internal static void Expect(Verdict verdict, string reason, ComplianceCase given)
    {
        var judgement = ComplianceEvaluator.Evaluate(given);
        Assert.Equal(verdict, judgement.Verdict);
        Assert.Equal(reason, judgement.Reason);
    }

    internal static ComplianceCase Decided(int segments) =>
        Case(
            Applied with
            {
                Targets = [Good with { Scope = "default", Configured = new(segments, null), Wanted = new(segments, null) }],
            }
        ) with
        {
            Required = [new("default", null, null) { Steering = new("auto", 5, 16, 1000, 0, null) }],
        };
}
