using System.Text.Json.Serialization;

namespace IwTune.Shared.Fleet.Compliance;

/// <summary>When runs are made without being asked for.</summary>
public sealed record RunSchedule
{
    /// <summary>UUIDv7.</summary>
    public required string Id { get; init; }

    /// <summary>Lower-case letters, digits and hyphens; files are called by it.</summary>
    public required string Name { get; init; }

    /// <summary>Five fields of cron; <see langword="null"/> when only rollouts start its runs.</summary>
    public string? Cron { get; init; }

    /// <summary>The time zone of <see cref="Cron"/>, an IANA name.</summary>
    public required string Zone { get; init; }

    /// <summary>Also when a rollout is completed.</summary>
    public required bool AfterRollouts { get; init; }

    /// <summary>The filter; empty for every host.</summary>
    public string Query { get; init; } = "";

    /// <summary>The names of further formats.</summary>
    public IReadOnlyList<string> Formats { get; init; } = [];

    /// <summary>How long each file is kept.</summary>
    public required int KeepDays { get; init; }

    /// <summary>Whether each file is also written to the server's <c>--export-folder</c>.</summary>
    public required bool Folder { get; init; }

    /// <summary>Who gets each file by e-mail.</summary>
    public IReadOnlyList<string> Mail { get; init; } = [];

    /// <summary>Wherever each file goes, for people.</summary>
    [JsonIgnore]
    public string SentTo => string.Join(", ", Folder ? Mail.Prepend("folder") : Mail);

    /// <summary>Who made it.</summary>
    public required string Author { get; init; }

    /// <summary>When it was made.</summary>
    public required DateTimeOffset Created { get; init; }

    /// <summary>The next time by <see cref="Cron"/>.</summary>
    public DateTimeOffset? Next { get; init; }
}

/// <summary>Makes a schedule.</summary>
/// <param name="Name">Lower-case letters, digits and hyphens.</param>
/// <param name="Reason">For the audit log.</param>
/// <param name="Cron">Five fields of cron: <c>0 6 * * mon</c>.</param>
/// <param name="Zone">An IANA time zone; without it UTC.</param>
/// <param name="AfterRollouts">Also when a rollout is completed.</param>
/// <param name="Query">A filter; without it every host.</param>
/// <param name="Formats">Further formats.</param>
/// <param name="KeepDays">1 to 3,650 days; without it 400.</param>
/// <param name="Folder">Also write each file to the server's <c>--export-folder</c>.</param>
/// <param name="Mail">Send each file to these addresses, at most 10, where the server has a mail server (<c>--smtp</c>).</param>
public sealed record ScheduleRequest(
    string Name,
    string Reason,
    string? Cron = null,
    string? Zone = null,
    bool AfterRollouts = false,
    string? Query = null,
    IReadOnlyList<string>? Formats = null,
    int? KeepDays = null,
    bool Folder = false,
    IReadOnlyList<string>? Mail = null
);
