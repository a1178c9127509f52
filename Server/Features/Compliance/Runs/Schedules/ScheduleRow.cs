using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance.Runs.Schedules;

/// <summary>A stored schedule.</summary>
internal sealed record ScheduleRow
{
    public const string Columns =
        "id, name, cron, zone, after_rollouts, seen_entry, query, formats, keep_days, folder, mail, author, created_at, next_at";

    public string Id { get; init; } = "";
    public string Name { get; init; } = "";

    /// <summary>Empty when only rollouts start its runs.</summary>
    public string Cron { get; init; } = "";
    public string Zone { get; init; } = "";
    public bool AfterRollouts { get; init; }

    /// <summary>The audit log was searched for rollouts up to this entry.</summary>
    public long SeenEntry { get; init; }
    public string Query { get; init; } = "";
    public string Formats { get; init; } = "";
    public long KeepDays { get; init; }
    public bool Folder { get; init; }

    /// <summary>Recipients by e-mail, with commas between them.</summary>
    public string Mail { get; init; } = "";
    public string Author { get; init; } = "";
    public long CreatedAt { get; init; }
    public long? NextAt { get; init; }

    /// <summary>A run of it that is due at an instant, whose verdicts it has, whenever it is made.</summary>
    public RunRow Run(TimeProvider clock, RunCause cause, long dueAt, string about = "", string problem = "") =>
        new()
        {
            // By the time it was due, so that a list by id is one by time.
            Id = Guid.CreateVersion7(Clock.At(dueAt)).ToString(),
            ScheduleId = Id,
            Schedule = Name,
            Cause = cause.ToString(),
            About = about,
            State = nameof(RunState.Waiting),
            Problem = problem,
            Author = $"schedule:{Name}",
            DueAt = dueAt,
            NotBefore = clock.Now(),
            AsOf = dueAt,
            Query = Query,
            Formats = Formats,
            Folder = Folder,
            Mail = Mail,
            KeepDays = KeepDays,
        };

    public RunSchedule View() =>
        new()
        {
            Id = Id,
            Name = Name,
            Cron = Cron.Length > 0 ? Cron : null,
            Zone = Zone,
            AfterRollouts = AfterRollouts,
            Query = Query,
            Formats = RunRow.Names(Formats),
            KeepDays = (int)KeepDays,
            Folder = Folder,
            Mail = RunRow.Names(Mail),
            Author = Author,
            Created = Clock.At(CreatedAt),
            Next = Clock.At(NextAt),
        };
}
