using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Agent.Tests.Cli.Fleet.Rollouts;

/// <summary>A rollout of 96 hosts in its third ring, whose gate lacks evidence.</summary>
internal static class SomeRollout
{
    public static readonly DateTimeOffset At = new(2026, 11, 22, 9, 0, 0, TimeSpan.Zero);

    public static RolloutDetail Holding(int everyone = 71) =>
        new(
            new RolloutSummary
            {
                Id = "019a0000-0000-7000-8000-000000000001",
                Policy = "edge",
                From = 3,
                To = 4,
                State = RolloutState.Holding,
                Sentence = "Ring 3 holds: 412 judged connections of the ring, 1000 are needed.",
                Ring = 3,
                Rings = 4,
                Hosts = 25 + everyone,
                Admitted = 25,
                Applied = 23,
                Failed = 1,
                Emergency = false,
                Author = "user:anna",
                Reason = "CHG-7",
                Created = At,
            },
            new RolloutRules
            {
                Windows = ["mon-fri 09:00-16:30 Europe/Berlin"],
                MaxFailed = 1,
                MaxInFlight = 8,
            },
            new string('a', 64),
            1,
            [
                new RolloutApproval("user:boris", new string('b', 64), "early", At.AddMinutes(1), "the plan changed since"),
                new RolloutApproval("user:boris", new string('a', 64), "looked at it", At.AddMinutes(2), ""),
            ],
            [
                Ring(1, "canary", GateVerdict.Pass, ("Applied", 1)),
                Ring(2, "5%", GateVerdict.Inconclusive, ("Applied", 4)),
                Ring(3, "25%", GateVerdict.Inconclusive, ("Applied", 18), ("Admitted", 1), ("Failed", 1)),
                new RolloutRing
                {
                    Number = 4,
                    Name = "100%",
                    Hosts = everyone,
                    States = new Dictionary<string, int> { ["Waiting"] = everyone },
                    BakeSeconds = 600,
                },
            ],
            [new RolloutExclusion("Windows client", 3)],
            [
                new RolloutEvent(At.AddMinutes(30), "server", RolloutEventKind.GateHeld, "Ring 3 holds.", ""),
                new RolloutEvent(At, "user:anna", RolloutEventKind.Planned, "96 hosts in 4 rings.", "CHG-7"),
            ]
        );

    private static RolloutRing Ring(int number, string name, GateVerdict verdict, params (string State, int Hosts)[] states) =>
        new()
        {
            Number = number,
            Name = name,
            Hosts = states.Sum(state => state.Hosts),
            States = states.ToDictionary(state => state.State, state => state.Hosts),
            Since = At,
            BakedSeconds = 240,
            BakeSeconds = 600,
            Gate = new(
                verdict,
                verdict == GateVerdict.Pass ? "Everything passes." : "412 judged connections of the ring, 1000 are needed.",
                At,
                [
                    new("apply failures", GateVerdict.Pass, "1 of 20 failed, 1 may.", "hosts", 1, null, 1),
                    new("first-flight loss", verdict, "412 judged connections of the ring, 1000 are needed.", "share", 0.0123, 0.0042)
                    {
                        Due = 0.005,
                        Measures = [new(GateMeasure.Evidence, "", 3100, 52.63), new(GateMeasure.Rise, "points", 3.1, 2)],
                    },
                    new("retransmissions", GateVerdict.Pass, "More than 0.4 points more are excluded.", "share", 0.012, 0.01, 0.016)
                    {
                        Due = 0.011,
                        Low = 0.009,
                        High = 0.015,
                    },
                    new("fetch time p95", GateVerdict.NotApplicable, "No size class has 100 fetches on both sides.", "ms"),
                ]
            ),
        };
}
