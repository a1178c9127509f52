using System.Net;
using IwTune.Agent.Cli.Probing;
using IwTune.Agent.Linux.Probing.Remote;

namespace IwTune.Agent.Cli.Surveying;

/// <summary>What a survey asks with. Tests give it hosts that exist only for them.</summary>
/// <param name="Resolve">The address of a name, or why there is none, as a sentence.</param>
/// <param name="Measure">The initial window at an address; its connections are a pause apart.</param>
/// <param name="Time">Dates readings and limits the pauses.</param>
/// <param name="Pause">From the end of a connection to the next, to whatever host.</param>
internal sealed record SurveyMeans(
    Func<DnsEndPoint, CancellationToken, Task<(IPEndPoint? Found, string Problem)>> Resolve,
    Func<Destination, Action<ProbeProgress>, CancellationToken, Task<ProbeOutcome>> Measure,
    TimeProvider Time,
    TimeSpan Pause
)
{
    /// <summary>The real ones.</summary>
    public static SurveyMeans Of(TimeProvider time, TimeSpan pause) =>
        new((host, ct) => RemoteAddress.ResolveAsync(host, host.Port, ct), new RemoteProbe(time, pause).MeasureAsync, time, pause);
}
