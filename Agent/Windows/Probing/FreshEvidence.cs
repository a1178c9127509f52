using IwTune.Agent.Engine.Flights;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Windows.Probing;

/// <summary>What one fresh connection proves about one target. Pure.</summary>
internal static class FreshEvidence
{
    /// <param name="target">The target.</param>
    /// <param name="probed">The part of it that counts.</param>
    /// <param name="situation">What decides which template a connection gets.</param>
    /// <param name="seen">The connection.</param>
    /// <param name="at">When it was looked at.</param>
    public static Evidence Of(Target target, ProbedTarget probed, TemplateSituation situation, FreshConnection seen, DateTimeOffset at)
    {
        var window = FreshWindow.Of(seen, situation.InitialRto);
        var landing = Landed(situation, seen);
        var configured = situation.Windows.TryGetValue(probed.Template, out var read) ? read : target.Current.InitCwnd;
        var doubt = window.Conclusive ? Doubt(probed, situation, seen, landing, window.Segments!.Value, configured) : window.Note;
        var evidence = new Evidence
        {
            TargetId = target.Id,
            Method = EvidenceMethod.FreshConnection,
            At = at,
            Conclusive = doubt.Length == 0,
            ConfiguredCwnd = configured,
            InitialCwnd = window.Segments,
            Mss = (int)seen.Mss,
            RttMicroseconds = seen.RttMicroseconds,
            PeerWindowBytes = seen.PeerWindowBytes,
            Peer = seen.Remote.ToString(),
            Note = doubt,
        };
        return evidence.Conclusive ? WithTerms(evidence, probed, situation, seen, landing) : evidence;
    }

    private static Landing Landed(TemplateSituation situation, FreshConnection seen) =>
        seen.Applied is { } applied ? new(applied.Template, applied.Why)
        : situation.Filters is null ? new(null, "the transport filters of this host cannot be read, and one may give it another template")
        : Landing.Of(situation, seen.Local, seen.Remote, seen.RttMicroseconds is { } rtt ? TimeSpan.FromMicroseconds(rtt) : null);

    /// <summary>Why a connection with a readable window still says nothing about this target; empty when it does.</summary>
    private static string Doubt(
        ProbedTarget probed,
        TemplateSituation situation,
        FreshConnection seen,
        Landing landing,
        int segments,
        int? configured
    )
    {
        if (landing.Template is not { } got)
            return $"Which template the connection to {seen.Remote} got is not known: {landing.Why}.";
        if (got != probed.Template)
            return $"The connection to {seen.Remote} got {got} and not {probed.Template}: {landing.Why}."
                + OtherSide(probed, situation, got);
        // Our clock and the kernel's may be on different sides of the limit; then the window itself shows which template it was.
        var other =
            seen.Applied is null or { Assumed: true } && situation.Default == TemplateName.Automatic && probed.Destination is null
                ? Landing.Automatic(situation.AutomaticUseCustom).FirstOrDefault(name => name != probed.Template, probed.Template)
                : probed.Template;
        return
            segments != configured && other != probed.Template && situation.Windows.TryGetValue(other, out var others) && others == segments
            ? $"The connection to {seen.Remote} has the window of {other}, {segments} segments: Automatic may have taken that one, "
                + $"although its round trip suggests {probed.Template}. Try a peer nearer or farther away."
            : "";
    }

    /// <summary>One peer lies on one side of the limit of Automatic, so it can prove one of its two templates.</summary>
    private static string OtherSide(ProbedTarget probed, TemplateSituation situation, TemplateName got)
    {
        var both = Landing.Automatic(situation.AutomaticUseCustom);
        if (
            situation.Default != TemplateName.Automatic
            || probed.Destination is not null
            || !both.Contains(got)
            || !both.Contains(probed.Template)
        )
            return "";
        var side = probed.Template == both[0] ? "of up to" : "above";
        return $" {probed.Template} is unproved: name a TCP port with a round trip {side} {Landing.DatacenterRtt.TotalMilliseconds:0} ms, "
            + "in rtt.destinations of agent.yaml or with --peer.";
    }

    private static Evidence WithTerms(
        Evidence evidence,
        ProbedTarget probed,
        TemplateSituation situation,
        FreshConnection seen,
        Landing landing
    )
    {
        var flight = EffectiveWindow.Of(
            new FlightFacts
            {
                Cwnd = evidence.InitialCwnd!.Value,
                Mss = (int)seen.Mss,
                RouteCwnd = evidence.ConfiguredCwnd ?? evidence.InitialCwnd,
                Giver = $"of template {probed.Template}, by {seen.Method}; {landing.Why}",
                Otherwise = "the template does not explain it",
                PeerWindow = seen.PeerWindowBytes,
                Pacing = situation.PacingProfile is "" or "off" or "default"
                    ? ""
                    : $"pacing profile '{situation.PacingProfile}' spreads it over the round trip",
            }
        );
        return evidence with
        {
            EffectiveSegments = flight.Segments,
            EffectiveBytes = flight.Bytes,
            Binding = flight.Binding,
            Terms = flight.Terms,
            Note =
                evidence.InitialCwnd == evidence.ConfiguredCwnd || evidence.ConfiguredCwnd is null
                    ? ""
                    : $"The connection started with {evidence.InitialCwnd} segments where its template {probed.Template} gives "
                        + $"{evidence.ConfiguredCwnd}.",
        };
    }
}
