using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Windows.Probing;

/// <summary>What decides which template a new connection gets.</summary>
internal sealed record TemplateSituation
{
    /// <summary>The machine's default; <see langword="null"/> when it is not known.</summary>
    public TemplateName? Default { get; init; }

    /// <summary>True when Automatic takes the custom templates.</summary>
    public bool AutomaticUseCustom { get; init; }

    /// <summary>Each template's initial congestion window, segments, where it is known.</summary>
    public IReadOnlyDictionary<TemplateName, int> Windows { get; init; } = new Dictionary<TemplateName, int>();

    /// <summary>
    /// The filters of this host, those of other programs too; none where Windows has none, <see langword="null"/> when they cannot be read.
    /// </summary>
    public IReadOnlyList<TransportFilter>? Filters { get; init; }

    /// <summary>After how long a SYN is retransmitted, the shortest of the templates; <see langword="null"/> when not known.</summary>
    public TimeSpan? InitialRto { get; init; }

    /// <summary>How flights are spread; empty when that is not known.</summary>
    public string PacingProfile { get; init; } = "";
}
