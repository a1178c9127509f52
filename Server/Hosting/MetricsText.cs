using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Globalization;
using System.Text;
using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Hosting;

/// <summary>The server's counters and gauges in the Prometheus text format, version 0.0.4.</summary>
internal sealed class MetricsText : IDisposable
{
    private readonly MeterListener listener = new();
    private readonly ConcurrentDictionary<string, (string Help, long Value)> counters = new(StringComparer.Ordinal);
    private readonly HostDirectory hosts;
    private readonly Admission admission;

    public MetricsText(HostDirectory hosts, Admission admission)
    {
        (this.hosts, this.admission) = (hosts, admission);
        listener.InstrumentPublished = (instrument, own) =>
        {
            if (instrument.Meter.Name != ServerMeters.Name)
                return;
            counters[instrument.Name] = (instrument.Description ?? "", 0);
            own.EnableMeasurementEvents(instrument);
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, _, _) =>
            counters.AddOrUpdate(instrument.Name, ("", value), (_, known) => known with { Value = known.Value + value }));
        listener.Start();
    }

    public string Write()
    {
        var text = new StringBuilder();
        foreach (var (name, (help, value)) in counters.OrderBy(pair => pair.Key, StringComparer.Ordinal))
            Line(text, name + "_total", "counter", help, value);
        Line(text, "iwtune_hosts", "gauge", "Members of the fleet.", hosts.Count);
        Line(text, "iwtune_checkins_waiting", "gauge", "Check-ins held open.", admission.Waiting);
        return text.ToString();
    }

    public void Dispose() => listener.Dispose();

    private static void Line(StringBuilder text, string name, string type, string help, long value) =>
        text.Append(CultureInfo.InvariantCulture, $"# HELP {name} {help}\n# TYPE {name} {type}\n{name} {value}\n");
}
