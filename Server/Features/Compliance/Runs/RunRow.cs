using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance.Runs;

/// <summary>A stored run.</summary>
internal sealed record RunRow
{
    public const string Columns =
        "id, schedule_id, schedule, cause, about, state, problem, author, due_at, not_before, tries, ended_at, as_of, since_at, known_at, "
        + "query, formats, folder, mail, hosts, fleet, compliant, without_policy, completeness, "
        + "sha256, bytes, keep_days, keep_until, hold, hold_by";

    public string Id { get; init; } = "";

    /// <summary>Empty without a schedule.</summary>
    public string ScheduleId { get; init; } = "";

    /// <summary>Its name then: a schedule may be gone.</summary>
    public string Schedule { get; init; } = "";
    public string Cause { get; init; } = "";
    public string About { get; init; } = "";
    public string State { get; init; } = "";
    public string Problem { get; init; } = "";
    public string Author { get; init; } = "";
    public long DueAt { get; init; }

    /// <summary>It is not tried before.</summary>
    public long NotBefore { get; init; }
    public long Tries { get; init; }
    public long? EndedAt { get; init; }
    public long? AsOf { get; init; }
    public long? SinceAt { get; init; }
    public long? KnownAt { get; init; }
    public string Query { get; init; } = "";

    /// <summary>Names, with commas between them.</summary>
    public string Formats { get; init; } = "";
    public bool Folder { get; init; }

    /// <summary>Recipients by e-mail, with commas between them.</summary>
    public string Mail { get; init; } = "";
    public long? Hosts { get; init; }
    public long? Fleet { get; init; }
    public long? Compliant { get; init; }

    /// <summary>Compliant hosts without a policy; <see langword="null"/> also where they were not counted.</summary>
    public long? WithoutPolicy { get; init; }

    /// <summary>How complete its data is; empty where that was not kept.</summary>
    public string Completeness { get; init; } = "";
    public string? Sha256 { get; init; }
    public long? Bytes { get; init; }
    public long KeepDays { get; init; }
    public long? KeepUntil { get; init; }
    public string Hold { get; init; } = "";
    public string HoldBy { get; init; } = "";

    public bool IsKept => State == nameof(RunState.Kept);

    public bool IsFailed => State == nameof(RunState.Failed);

    /// <summary>The file's name for people.</summary>
    public string FileName =>
        $"{(Schedule.Length > 0 ? Schedule : "iwtune-compliance")}-{Clock.At(AsOf ?? DueAt).UtcDateTime:yyyyMMdd'T'HHmmss'Z'}.zip";

    public static IReadOnlyList<string> Names(string formats) => formats.Split(',', StringSplitOptions.RemoveEmptyEntries);

    public ComplianceRun View() =>
        new()
        {
            Id = Id,
            Schedule = Schedule.Length > 0 ? Schedule : null,
            Cause = Enum.Parse<RunCause>(Cause),
            About = About,
            State = Enum.Parse<RunState>(State),
            Problem = Problem,
            By = Author,
            Due = Clock.At(DueAt),
            Ended = Clock.At(EndedAt),
            AsOf = Clock.At(AsOf),
            Since = Clock.At(SinceAt),
            Known = Clock.At(KnownAt),
            Query = Query,
            Formats = Names(Formats),
            Hosts = (int?)Hosts,
            Fleet = (int?)Fleet,
            Compliant = (int?)Compliant,
            WithoutPolicy = (int?)WithoutPolicy,
            Completeness = Completeness,
            Sha256 = Sha256,
            Bytes = Bytes,
            KeepUntil = Clock.At(KeepUntil),
            Hold = Hold.Length > 0 ? Hold : null,
            HoldBy = Hold.Length > 0 ? HoldBy : null,
        };
}
