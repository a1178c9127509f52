using System.Net;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.Probing;

/// <summary>Which template a new connection gets, as far as its peer and its round trip show it. Pure.</summary>
/// <param name="Template">The template; <see langword="null"/> when it is not known.</param>
/// <param name="Why">How that is known, as a phrase.</param>
internal sealed record Landing(TemplateName? Template, string Why)
{
    /// <summary>
    /// Up to and including this round trip Automatic takes the datacenter template (TCP templates for Windows Server 2019).
    /// </summary>
    public static readonly TimeSpan DatacenterRtt = TimeSpan.FromMilliseconds(10);

    /// <summary>Both templates that Automatic chooses between.</summary>
    public static IReadOnlyList<TemplateName> Automatic(bool useCustom) =>
        useCustom ? [TemplateName.DatacenterCustom, TemplateName.InternetCustom] : [TemplateName.Datacenter, TemplateName.Internet];

    /// <param name="situation">What decides.</param>
    /// <param name="local">This end, for filters on ports; <see langword="null"/> before there is one.</param>
    /// <param name="remote">The other end.</param>
    /// <param name="rtt">Round trip of the handshake; <see langword="null"/> when it is not known (yet).</param>
    public static Landing Of(TemplateSituation situation, IPEndPoint? local, IPEndPoint remote, TimeSpan? rtt)
    {
        var filter = FilterChoice.Of(situation.Filters ?? [], local, remote);
        if (filter is { Setting: not TemplateName.Automatic })
            return new(
                filter.Setting,
                filter.Destination is { } prefix ? $"a filter sends {prefix} there" : "a filter on ports sends it there"
            );
        if ((filter?.Setting ?? situation.Default) is not { } chosen)
            return new(null, "the default template is not known");
        if (chosen != TemplateName.Automatic)
            return new(chosen, "it is the default template");
        if (rtt is not { } time)
            return new(null, "Automatic chooses by round trip, which is not known");
        var near = time <= DatacenterRtt;
        return new(
            Automatic(situation.AutomaticUseCustom)[near ? 0 : 1],
            $"Automatic takes it for a round trip {(near ? "of up to" : "above")} {DatacenterRtt.TotalMilliseconds:0} ms"
        );
    }
}
