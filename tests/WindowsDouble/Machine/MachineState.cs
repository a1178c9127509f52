namespace IwTune.WindowsDouble.Machine;

/// <summary>
/// The state of one emulated Windows, as far as its TCP templates are concerned. It contains everything that a command can change, and
/// nothing else.
/// </summary>
public sealed record MachineState
{
    /// <summary>The name of its <see cref="Profiles.Profile"/>: <c>2019</c>, <c>win11</c>.</summary>
    public required string Profile { get; init; }

    /// <summary>The language of netsh: <c>en-US</c>, <c>de-DE</c>, <c>ja-JP</c>, <c>zh-CN</c>.</summary>
    public required string Locale { get; init; }

    /// <summary>The machine's default template, by its PowerShell name.</summary>
    public required string Default { get; init; }

    /// <summary>In the order in which Get-NetTCPSetting lists them, without Automatic.</summary>
    public required IReadOnlyList<TemplateState> Templates { get; init; }

    /// <summary>The transport filters, including those of other programs.</summary>
    public IReadOnlyList<FilterState> Filters { get; init; } = [];

    /// <summary>Connections with the template each was given.</summary>
    public IReadOnlyList<ConnectionState> Connections { get; init; } = [];

    /// <summary>The template of that name; <see langword="null"/> when this machine does not have it.</summary>
    public TemplateState? Template(string name) =>
        Templates.FirstOrDefault(template => string.Equals(template.Name, name, StringComparison.OrdinalIgnoreCase));

    /// <summary>True for a server edition.</summary>
    internal bool IsServer => Profiles.Profile.Of(Profile).Server;

    /// <summary>True when that template's initial congestion window can be set on this Windows.</summary>
    internal bool CanSet(string name) => Profiles.Profile.Of(Profile).Writable.Contains(name, StringComparer.Ordinal);

    /// <summary>This machine with one property of one template changed.</summary>
    public MachineState With(string template, string property, string value) =>
        this with
        {
            Templates =
            [
                .. Templates.Select(one =>
                    string.Equals(one.Name, template, StringComparison.OrdinalIgnoreCase) ? one.With(property, value) : one
                ),
            ],
        };

    /// <summary>This machine with one template's initial congestion window changed, segments.</summary>
    public MachineState WithWindow(string template, int segments) => With(template, TemplateState.InitialCongestionWindow, $"{segments}");
}
