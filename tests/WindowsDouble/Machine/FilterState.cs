namespace IwTune.WindowsDouble.Machine;

/// <summary>One transport filter: it has no name, only its fields identify it.</summary>
/// <param name="SettingName">The template it gives.</param>
public sealed record FilterState(string SettingName)
{
    /// <summary>The value for any destination.</summary>
    public const string AnyDestination = "*";

    /// <summary><c>TCP</c> or <c>UDP</c>.</summary>
    public string Protocol { get; init; } = "TCP";

    public ushort LocalPortStart { get; init; }

    public ushort LocalPortEnd { get; init; } = ushort.MaxValue;

    public ushort RemotePortStart { get; init; }

    public ushort RemotePortEnd { get; init; } = ushort.MaxValue;

    public string DestinationPrefix { get; init; } = AnyDestination;

    /// <summary>True when both match the same connections, so that only one of them can exist.</summary>
    public bool CoversTheSame(FilterState other) => this with { SettingName = other.SettingName } == other;
}
