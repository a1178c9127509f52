using IwTune.Agent.Windows.Authors;
using IwTune.Agent.Windows.Authors.Logs;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.Agent.Windows.Watching;

namespace IwTune.Agent.Windows;

/// <summary>The seams of a Windows host: everything below them is the system's.</summary>
/// <param name="Version">Which Windows.</param>
/// <param name="Reader">Reads the templates.</param>
/// <param name="Netsh">Writes their windows; it notes every write.</param>
/// <param name="Automatic">Sets AutomaticUseCustom.</param>
/// <param name="Filters">Reads, makes and removes transport filters.</param>
/// <param name="Watch">When to look at all of it again.</param>
/// <param name="Elevated">True when this process may write: a refusal then says something about the host.</param>
public sealed record WindowsPorts(
    WindowsVersion Version,
    ITemplateReader Reader,
    INetsh Netsh,
    IAutomaticChoice Automatic,
    IFilterTable Filters,
    SettingsWatch Watch,
    bool Elevated
)
{
    /// <summary>Finds the author of a change; without it none is known.</summary>
    internal ChangeInquiry Inquiry { get; init; } =
        new(new NoEventLogs(), new NoSettingsTime(), () => TimeSpan.Zero, own: 0, TimeProvider.System);
}
