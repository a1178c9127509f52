using System.Net;
using System.Runtime.CompilerServices;
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
/// <param name="applied">Says which template a connection got; <see langword="null"/> where nothing does.</param>
internal sealed class WindowsProbe(
    Func<IReadOnlyList<IPEndPoint>> peers,
    Func<Target, ProbedTarget?> kind,
    Func<CancellationToken, ValueTask<TemplateSituation>> situation,
    Connecting connecting,
    TimeProvider clock,
    IAppliedSetting? applied = null
) : IProbe
{
    /// <inheritdoc/>
    public async ValueTask<Evidence> ProbeAsync(Target target, CancellationToken ct)
    {
        await foreach (var measured in ProbeAllAsync([target], digest: "", ct))
            return measured;
        throw new InvalidOperationException("a round measures each of its targets");
    }

    /// <inheritdoc/>
    /// <remarks>The host is read once, and each peer gets one connection, which may prove something about several targets.</remarks>
    public async IAsyncEnumerable<Evidence> ProbeAllAsync(
        IReadOnlyList<Target> targets,
        string digest,
        [EnumeratorCancellation] CancellationToken ct
    )
    {
        var known = peers();
        var probed = targets.Select(target => (Target: target, Kind: kind(target))).ToList();
        var (now, unread) = probed.Exists(one => one.Kind is not null) ? await ReadAsync(ct) : (null, "");
        await using var round = new ProbeRound(connecting, applied, ct);
        var chosen = probed.ConvertAll(one => one.Kind is null || now is null ? null : PeerChoice.Of(one.Kind, known, now));
        foreach (var peer in chosen.SelectMany(choice => choice?.Peers ?? []))
            round.Begin(peer);
        foreach (var ((target, template), choice) in probed.Zip(chosen))
        {
            var measured =
                template is null ? Nothing(target, "This target is no template and no filter; it cannot be proved by a connection.")
                : choice is null ? Nothing(target, unread)
                : await FirstAsync(target, template, now!, choice, round);
            yield return measured with
            {
                BundleDigest = digest,
            };
        }
    }

    /// <summary>A host that cannot be read proves nothing; that is no reason to end a turn which has set windows.</summary>
    private async ValueTask<(TemplateSituation? Now, string Unread)> ReadAsync(CancellationToken ct)
    {
        try
        {
            return (await situation(ct), "");
        }
        catch (TunerUnavailableException unreadable)
        {
            return (null, $"Which template a connection gets is not known: {unreadable.Message}");
        }
    }

    private async ValueTask<Evidence> FirstAsync(
        Target target,
        ProbedTarget probed,
        TemplateSituation now,
        PeerChoice choice,
        ProbeRound round
    )
    {
        var last = Nothing(target, choice.Why);
        foreach (var peer in choice.Peers)
        {
            last = await round.OfAsync(peer) switch
            {
                (KernelAnswer.Told { Connection: var seen }, _) => FreshEvidence.Of(target, probed, now, seen, clock.GetUtcNow()),
                (KernelAnswer.NotHere here, _) => Nothing(target, here.Reason, peer),
                var (_, problem) => Nothing(target, $"{char.ToUpperInvariant(problem[0])}{problem[1..]}.", peer),
            };
            if (last.Conclusive)
                break;
        }
        return last;
    }

    private Evidence Nothing(Target target, string note, IPEndPoint? peer = null) => Unmeasured.Of(target, clock.GetUtcNow(), note, peer);
}
