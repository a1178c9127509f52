using System.Net.Sockets;
using IwTune.Agent.Ports;
using IwTune.Shared.Model;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine.Risks;

/// <summary>What could go wrong with a step, by the way it is done and by the window it sets. Pure.</summary>
public static class StepRisks
{
    /// <summary>What a default Linux peer lets into its first 64 KiB at an MSS of 1448.</summary>
    private const int PeerFirst = 45;
    private const int Extreme = 100;

    private static readonly Risk Forgets = new(
        RiskLevel.Low,
        "learned path MTUs are forgotten",
        "The kernel forgets the path MTUs it learned under a route that is rewritten; each connection beyond a narrower link learns its "
            + "own again with the next packet that is too big."
    );

    private static readonly Risk Everybody = new(
        RiskLevel.Low,
        "applies to every program on this host",
        "Windows chooses by round trip, destination or port, not by program: a template or a filter changes the new connections of "
            + "all programs. Open connections keep their window."
    );

    private static readonly Risk Stale = new(
        RiskLevel.Low,
        "needs the agent to follow the owner",
        "If the agent dies and the owner's gateway changes, the copy keeps the old gateway until the service is restarted or "
            + "'iwtune cleanup' is run. The systemd unit does both."
    );

    private static readonly Risk Lapses = new(
        RiskLevel.Low,
        "lapses without the agent",
        "The copy expires by itself when no agent renews it; connections then start with the owner's window."
    );

    private static readonly Risk Reapplied = new(
        RiskLevel.Low,
        "the owner's configuration is written",
        "It is saved in the owner's configuration and applied at once. Only the window is applied: other edits there that are not "
            + "applied yet stay so. The window stays there without the agent until it is restored."
    );

    private static readonly Risk Unseen = new(
        RiskLevel.Low,
        "'ip route' does not show it",
        "A BPF program sets the window of every new connection on this host, containers included; routes keep their own. It ends "
            + "with the agent."
    );

    private static readonly Risk Burst = new(
        RiskLevel.Medium,
        "more than the standard's 10 segments",
        "RFC 6928 allows 10 and asks for monitoring of losses in the first flight (§2, §12): a buffer of B packets loses what "
            + "exceeds B + 1. A daemon ('iwtune run') observes losses and lowers the window; a single command does not: compare "
            + "retransmissions before and after."
    );

    private static readonly Risk Beyond = new(
        RiskLevel.Medium,
        "more than a default peer accepts",
        "A peer with default settings offers 64 KiB first, 44 or 45 segments, so a larger window gains nothing; it only sends "
            + "the largest burst that such a peer allows."
    );

    private static readonly Risk TooLarge = new(
        RiskLevel.High,
        "more than 100 segments at once",
        "No path is known to gain from it, and most buffers are smaller: the loss costs more round trips than the window saves. Set it "
            + "only where you control both ends and everything between."
    );

    private static readonly Risk TooSmall = new(
        RiskLevel.Medium,
        "fewer segments than the standard's minimum",
        "RFC 5681 §3.1 allows 2 to 4 by segment size; fewer costs every response a round trip, and with delayed ACKs 40 ms more."
    );

    private static readonly Risk Jump = new(
        RiskLevel.Medium,
        "more than twice the window in force",
        "Losses show between steps: double it, check retransmissions, double again. 'limits: { step: x2 }' in the policy enforces this."
    );

    private static readonly Risk OnlyCaps = new(
        RiskLevel.Low,
        "initrwnd only lowers",
        "Since Linux 4.20 initrwnd is a ceiling on what tcp_rmem allows and raises nothing. 'iwtune doctor initrwnd' shows its "
            + "effect here."
    );

    /// <summary>The most serious first; of those as serious, that of the way first.</summary>
    private static readonly Risk[] All =
    [
        TooLarge,
        Beyond,
        Burst,
        TooSmall,
        Jump,
        Forgets,
        Everybody,
        Stale,
        Lapses,
        Reapplied,
        Unseen,
        OnlyCaps,
    ];

    /// <summary>The lists by what is in them: of thousands of steps nearly all have the same one.</summary>
    private static readonly Dictionary<int, IReadOnlyList<Risk>> Lists = [];

    /// <summary>The most serious first; empty when no risk is known. Steps with the same risks get the same list.</summary>
    public static IReadOnlyList<Risk> Of(Step step)
    {
        var risks = OfWay(step) is { } way ? Bit(way) : 0;
        if (step is Step.Set { Wanted: var wanted })
            risks |= OfWindow(step.Target, wanted);
        lock (Lists)
        {
            if (!Lists.TryGetValue(risks, out var list))
                Lists.Add(risks, list = Array.FindAll(All, risk => (risks & Bit(risk)) != 0));
            return list;
        }
    }

    private static int Bit(Risk risk) => 1 << Array.FindIndex(All, one => ReferenceEquals(one, risk));

    private static Risk? OfWay(Step step) =>
        (step, step.Target.Strategy.Kind) switch
        {
            _ when step.Target.Noun != Target.Route => Everybody,
            (_, StrategyKind.InPlace) => Forgets,
            (Step.Set, StrategyKind.Shadow) => step.Target.Destination.BaseAddress.AddressFamily == AddressFamily.InterNetworkV6
                ? Lapses
                : Stale,
            (_, StrategyKind.Native) => Reapplied,
            (Step.Set, StrategyKind.Bpf) => Unseen,
            _ => null,
        };

    private static int OfWindow(Target target, Window wanted)
    {
        var now = target.Current.InitCwnd ?? InitialWindow.LinuxDefault;
        var next = wanted.InitCwnd ?? InitialWindow.LinuxDefault;
        var risks =
            next > Extreme ? Bit(TooLarge)
            : next > PeerFirst ? Bit(Beyond)
            : next > InitialWindow.LinuxDefault && next > now ? Bit(Burst)
            : 0;
        if (next < 3)
            risks |= Bit(TooSmall);
        if (next > 2L * now)
            risks |= Bit(Jump);
        if (wanted.InitRwnd is { } rwnd && rwnd != target.Current.InitRwnd)
            risks |= Bit(OnlyCaps);
        return risks;
    }
}
