using System.Net;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.Probing;

/// <summary>Which of the known peers can prove something about a target. Pure.</summary>
/// <param name="Peers">Those whose connections get its template, or may.</param>
/// <param name="Why">Why there is none, as a sentence; empty when there is one.</param>
internal sealed record PeerChoice(IReadOnlyList<IPEndPoint> Peers, string Why)
{
    public static PeerChoice Of(ProbedTarget target, IReadOnlyList<IPEndPoint> known, TemplateSituation situation)
    {
        if (known.Count == 0)
            return new([], "No peer is known to connect to; name a TCP port: 'iwtune verify --peer HOST:PORT'.");
        var reached = known
            .Select(Unmapped)
            .Where(peer =>
                target.Destination is not { } prefix
                || (prefix.BaseAddress.AddressFamily == peer.AddressFamily && prefix.Contains(peer.Address))
            )
            .ToList();
        if (reached.Count == 0)
            return new(
                [],
                $"None of the known peers, {string.Join(", ", known)}, is in {target.Destination}; name a TCP port in it: 'iwtune "
                    + "verify --peer HOST:PORT'."
            );
        var likely = reached
            .Select(peer => (Peer: peer, Landing: Landing.Of(situation, null, peer, null)))
            .Where(one => May(one.Landing, target, situation))
            .Select(one => one.Peer)
            .ToList();
        return likely.Count > 0 ? new(likely, "") : new([], Elsewhere(target, reached[0], situation));
    }

    private static bool May(Landing landing, ProbedTarget target, TemplateSituation situation) =>
        landing.Template is { } sure
            ? sure == target.Template
            : situation.Default is null || Landing.Automatic(situation.AutomaticUseCustom).Contains(target.Template);

    private static string Elsewhere(ProbedTarget target, IPEndPoint peer, TemplateSituation situation) =>
        Landing.Of(situation, null, peer, null) is { Template: { } other } landing
            ? $"A connection to {peer} gets {other} and not {target.Template}: {landing.Why}."
            : $"No connection gets {target.Template} as this host is configured now: its default template is {situation.Default}.";

    private static IPEndPoint Unmapped(IPEndPoint peer) =>
        peer.Address.IsIPv4MappedToIPv6 ? new IPEndPoint(peer.Address.MapToIPv4(), peer.Port) : peer;
}

/// <summary>What a probe must know of a target.</summary>
/// <param name="Template">The template that holds its window.</param>
/// <param name="Destination">The prefix of its filter; <see langword="null"/> for a template as such.</param>
internal sealed record ProbedTarget(TemplateName Template, IPNetwork? Destination);
