using System.Diagnostics;
using OpenTelemetry;

namespace IwTune.Server.Hosting.Telemetry;

/// <summary>
/// Takes away whatever a span carries that is not known to be harmless: addresses have tokens in them, paths have names, lists have hosts.
/// </summary>
internal sealed class KnownTagsOnly : BaseProcessor<Activity>
{
    private static readonly HashSet<string> Known = new(StringComparer.Ordinal)
    {
        "http.request.method",
        "http.route",
        "http.response.status_code",
        "network.protocol.version",
        "error.type",
        Traces.Host,
        Traces.Hosts,
        Traces.Lines,
        Traces.Changes,
    };

    public override void OnEnd(Activity data)
    {
        List<string>? foreign = null;
        foreach (ref readonly var tag in data.EnumerateTagObjects())
            if (!Known.Contains(tag.Key))
                (foreign ??= []).Add(tag.Key);
        foreach (var key in foreign ?? [])
            data.SetTag(key, null);
    }
}
