using IwTune.Shared.Statistics;

namespace IwTune.Chaos.Schedules;

/// <summary>The steps of one seed. The same seed always gives the same steps; how the programs interleave is up to the machine.</summary>
/// <param name="Seed">Any number.</param>
/// <param name="Store">The server's; with the same seed another one has other steps.</param>
/// <param name="Steps">In order.</param>
/// <param name="Rollouts">True when revisions reach hosts by rollouts.</param>
internal sealed record Schedule(ulong Seed, StoreKind Store, IReadOnlyList<Step> Steps, bool Rollouts)
{
    public const int Hosts = 2;

    /// <summary>What the hosts have before the first rollout, and after the last step.</summary>
    public const int FirstWindow = 4,
        LastWindow = 33;

    private const int FewestSteps = 4,
        MoreSteps = 5,
        LeastWindow = 5,
        MoreWindows = 25;

    public static Schedule Of(ulong seed, StoreKind store)
    {
        var random = new SeededRandom(seed);
        // Each publication has a window of its own: one with the content of the revision before would make no revision.
        var windows = Enumerable.Range(LeastWindow, MoreWindows).ToArray();
        random.Shuffle<int>(windows);
        var (rollouts, backedUp) = (random.Below(3) == 0, false);
        var steps = new List<Step>();
        if (!rollouts)
            steps.Add(First(random, windows[0]));
        for (int number = steps.Count + 1, count = FewestSteps + random.Below(MoreSteps); number <= count; number++)
        {
            var operation = Draw(random, windows[number], rollouts, backedUp);
            backedUp |= operation is Operation.Backup;
            var fault = operation switch
            {
                Operation.Backup => null,
                Operation.LeaveAndJoin leave => DrawFault(random, store, leave.Host),
                _ => DrawFault(random, store, operation, backedUp),
            };
            steps.Add(new(number, Milliseconds(random, 700), operation, Milliseconds(random, 600), fault));
        }
        return new(seed, store, steps, rollouts);
    }

    /// <inheritdoc/>
    public override string ToString() => string.Join('\n', Steps.Prepend<object>($"seed {Seed}:"));

    /// <summary>
    /// The first window of a host is the one whose before-image is made, so it is the one to crash at: no later step can lose that image.
    /// </summary>
    private static Step First(SeededRandom random, int window)
    {
        var host = random.Below(Hosts);
        Fault crash = random.Below(4) switch
        {
            0 => new Fault.KillAtCall(host, 1 + random.Below(60)),
            1 => new Fault.TearWrite(host, 1 + random.Below(12), random.Below(1001)),
            _ => new Fault.KillAtFile(host, StateFile.Journal, 1 + random.Below(3)),
        };
        return new(1, TimeSpan.Zero, new Operation.Publish(window, Confirm: random.Below(3) == 0), Milliseconds(random, 200), crash);
    }

    private static Operation Draw(SeededRandom random, int window, bool rollouts, bool backedUp) =>
        random.Below(11) switch
        {
            < 5 => rollouts ? new Operation.Rollout(window) : new Operation.Publish(window, Confirm: random.Below(5) == 0),
            < 7 => new Operation.Disturb(random.Below(Hosts)),
            7 => new Operation.LeaveAndJoin(random.Below(Hosts)),
            8 => new Operation.RotateKey(),
            _ => backedUp ? new Operation.Disturb(random.Below(Hosts)) : new Operation.Backup(),
        };

    private static Fault? DrawFault(SeededRandom random, StoreKind store, Operation operation, bool backedUp)
    {
        var host = random.Below(Hosts);
        return random.Below(20) switch
        {
            0 => null,
            < 4 when backedUp && random.Below(2) == 0 => new Fault.RestoreServer(),
            < 4 when store == StoreKind.Postgres && random.Below(3) > 0 => new Fault.KillDatabase(Milliseconds(random, 3000)),
            < 4 => new Fault.KillServer(Milliseconds(random, 1500)),
            4 or 5 => new Fault.KillAgent(host, Milliseconds(random, 1500)),
            6 => new Fault.KillAtCall(host, 1 + random.Below(60)),
            < 11 => new Fault.KillAtFile(host, Changed(random, operation), 1 + random.Below(6)),
            11 or 12 => new Fault.TearWrite(host, 1 + random.Below(12), random.Below(1001)),
            13 => new Fault.FlushFails(host, 1 + random.Below(12)),
            14 => new Fault.Reboot(host),
            15 => new Fault.DiskFull(host, Milliseconds(random, 2000)),
            16 when random.Below(2) == 0 => new Fault.ServerClockJump(Ahead: random.Below(2) == 0, Milliseconds(random, 4000)),
            16 => new Fault.ClockJump(host, Ahead: random.Below(2) == 0, Milliseconds(random, 4000)),
            _ => new Fault.BreakLink(LinkState.Silent + random.Below(5), Milliseconds(random, random.Below(4) == 0 ? 14_000 : 3000)),
        };
    }

    /// <summary>A fault while a host leaves, which no longer has what other faults cut and compare.</summary>
    private static Fault? DrawFault(SeededRandom random, StoreKind store, int host) =>
        random.Below(8) switch
        {
            0 => null,
            1 when store == StoreKind.Postgres => new Fault.KillDatabase(Milliseconds(random, 3000)),
            < 3 => new Fault.KillServer(Milliseconds(random, 1500)),
            < 5 => new Fault.KillAgent(host, Milliseconds(random, 1500)),
            _ => new Fault.BreakLink(LinkState.Silent + random.Below(5), Milliseconds(random, 3000)),
        };

    /// <summary>A file that the operation lets the agent change.</summary>
    private static StateFile Changed(SeededRandom random, Operation operation) =>
        operation is Operation.Disturb
            ? random.Below(2) == 0
                ? StateFile.Journal
                : StateFile.Bookmark
            : StateFile.Journal + random.Below(3);

    private static TimeSpan Milliseconds(SeededRandom random, int most) => TimeSpan.FromMilliseconds(random.Below(most));
}
