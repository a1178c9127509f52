using System.Globalization;
using System.Text;

namespace IwTune.Agent.Cli.Metrics;

/// <summary>Writes Prometheus's text format 0.0.4: a family at a time, each with help and type.</summary>
internal sealed class MetricText
{
    private readonly StringBuilder _text = new();

    /// <summary>A family of gauges; nothing is written of one without samples.</summary>
    /// <param name="name">With its unit last: <c>iwtune_agent_target_rtt_seconds</c>.</param>
    /// <param name="help">A sentence.</param>
    /// <param name="samples">Labels and values.</param>
    public void Gauge(string name, string help, params IEnumerable<(string Labels, double? Value)> samples)
    {
        var begun = false;
        foreach (var (labels, value) in samples)
        {
            if (value is not { } number)
                continue;
            if (!begun)
                _text.Append("# HELP ").Append(name).Append(' ').Append(help).Append("\n# TYPE ").Append(name).Append(" gauge\n");
            begun = true;
            _text.Append(name).Append(labels).Append(' ').Append(number.ToString("R", CultureInfo.InvariantCulture)).Append('\n');
        }
    }

    /// <summary><c>{name="value"}</c>; values are escaped.</summary>
    public static string Labels(params ReadOnlySpan<(string Name, string Value)> labels)
    {
        var text = new StringBuilder();
        foreach (var (name, value) in labels)
            text.Append(text.Length == 0 ? '{' : ',').Append(name).Append("=\"").Append(Escaped(value)).Append('"');
        return text.Append('}').ToString();
    }

    /// <inheritdoc/>
    public override string ToString() => _text.ToString();

    private static string Escaped(string value) =>
        value
            .Replace("\\", "\\\\", StringComparison.Ordinal)
            .Replace("\"", "\\\"", StringComparison.Ordinal)
            .Replace("\n", "\\n", StringComparison.Ordinal);
}
