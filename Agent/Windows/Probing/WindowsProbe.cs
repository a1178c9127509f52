using System.Net;
using IwTune.Agent.Engine.Flights;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Windows.Probing;

/// <summary>Opens a connection that gets the target's template and reads the window it started with. No data is sent.</summary>
/// <param name="peers">TCP services to connect to, such as the policy server; read anew for every probe.</param>
/// <param name="kind">What of a target counts here; <see langword="null"/> for one that is none of this host's kinds.</param>
/// <param name="situation">Reads what decides which template a connection gets.</param>
/// <param name="connecting">Connects.</param>
/// <param name="clock">Dates the evidence.</param>
internal sealed class WindowsProbe(
    Func<IReadOnlyList<IPEndPoint>> peers,
    Func<Target, ProbedTarget?> kind,
    Func<CancellationToken, ValueTask<TemplateSituation>> situation,
    Connecting connecting,
    TimeProvider clock
) : IProbe
{
    /// <inheritdoc/>
    public async ValueTask<Evidence> ProbeAsync(Target target, CancellationToken ct)
    {
        if (kind(target) is not { } probed)
            return Nothing(target, "This target is no template and no filter; it cannot be proved by a connection.");
        var now = await situation(ct);
        var choice = PeerChoice.Of(probed, peers(), now);
        var last = Nothing(target, choice.Why);
        foreach (var peer in choice.Peers)
        {
            last = await MeasureAsync(target, probed, now, peer, ct);
            if (last.Conclusive)
                return last;
        }
        return last;
    }

    private async Task<Evidence> MeasureAsync(
        Target target,
        ProbedTarget probed,
        TemplateSituation now,
        IPEndPoint peer,
        CancellationToken ct
    ) =>
        await connecting.ToAsync(peer, ct) switch
        {
            (KernelAnswer.Told { Connection: var seen }, _) => FreshEvidence.Of(target, probed, now, seen, clock.GetUtcNow()),
            (KernelAnswer.NotHere here, _) => Nothing(target, here.Reason, peer),
            var (_, problem) => Nothing(target, $"{char.ToUpperInvariant(problem[0])}{problem[1..]}.", peer),
        };

    private Evidence Nothing(Target target, string note, IPEndPoint? peer = null) => Unmeasured.Of(target, clock.GetUtcNow(), note, peer);
}
