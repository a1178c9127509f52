namespace IwTune.Agent.Engine.Settings;

/// <summary>
/// What an administrator of many hosts decides for this one through a facility of the system; it takes precedence over <c>agent.yaml</c>.
/// </summary>
public sealed record CentralSettings
{
    /// <summary>No central decision.</summary>
    public static CentralSettings None { get; } = new();

    /// <summary>Whether windows are set; <see langword="null"/> when it is left to the host.</summary>
    public HostMode? Mode { get; init; }

    /// <summary>The server that the host must belong to; <see langword="null"/> when none is named.</summary>
    public FleetAddress? Fleet { get; init; }

    /// <summary>The facility, as people call it: <c>group policy</c>.</summary>
    public string Means { get; init; } = "";

    /// <summary>What of it is not understood and which value counts instead, as sentences.</summary>
    public IReadOnlyList<string> Problems { get; init; } = [];

    /// <summary>The host's own settings with what was decided above them.</summary>
    public HostSettings Over(HostSettings own) =>
        own with
        {
            Mode = Mode ?? own.Mode,
            ModeFrom = Mode is null ? own.ModeFrom : Means,
            Fleet = Fleet ?? own.Fleet,
        };
}

/// <summary>Where a fleet's server is and how it proves itself.</summary>
/// <param name="Server">https, without a path.</param>
/// <param name="CaPin">As in <c>--ca-pin</c>.</param>
/// <param name="From">The source: <c>group policy</c>.</param>
public sealed record FleetAddress(Uri Server, string CaPin, string From)
{
    /// <returns>The address as people write it; <see langword="null"/> when it is not https, or has a path or a user.</returns>
    public static Uri? ServerOf(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var server)
        && server.Scheme == Uri.UriSchemeHttps
        && server is { PathAndQuery: "/", UserInfo: "" }
            ? server
            : null;
}
