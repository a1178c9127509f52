using IwTune.Server.Hosting.Requests;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Insight.Surveys;

internal static class SurveyQueries
{
    private static readonly BulkStatement Readings = BulkStatement.Insert(
        "survey_readings",
        "survey_id text, place bigint, service text, host text, port bigint, tls boolean, address text, taken_at bigint, segments bigint, "
            + "verdict text, bytes bigint, mss bigint, rtt_microseconds bigint, receive_window bigint, receive_scale bigint, failure text"
    );

    /// <summary>Newest first.</summary>
    public static Task<IReadOnlyList<SurveyRow>> PageAsync(DbSession db, PageWindow window) =>
        db.ListAsync<SurveyRow>(
            "select * from surveys where cast(@after as text) is null or id < @after order by id desc limit @rows",
            new { after = window.After, rows = window.Rows }
        );

    public static Task<SurveyRow?> FindAsync(DbSession db, string id) =>
        db.FindAsync<SurveyRow>("select * from surveys where id = @id", new { id });

    public static Task<long> CountAsync(DbSession db) => db.ValueAsync<long>("select count(*) from surveys");

    /// <summary>The readings of a survey, in the order of its list.</summary>
    public static Task<IReadOnlyList<ReadingRow>> ReadingsAsync(DbSession db, string id) =>
        db.ListAsync<ReadingRow>("select * from survey_readings where survey_id = @id order by place", new { id });

    /// <summary>The latest reading of each service, by name.</summary>
    public static Task<IReadOnlyList<ReadingRow>> LatestAsync(DbSession db, PageWindow window) =>
        db.ListAsync<ReadingRow>(
            """
            select * from (
              select r.*, row_number() over (partition by service order by taken_at desc, survey_id desc) as newest
              from survey_readings r where cast(@after as text) is null or service > @after
            ) latest where newest = 1 order by service limit @rows
            """,
            new { after = window.After, rows = window.Rows }
        );

    /// <summary>
    /// The readings with a number of each of these services, of its two latest times, newest first. A survey may be attached twice.
    /// </summary>
    public static Task<IReadOnlyList<ReadingRow>> NumbersAsync(DbSession db, IReadOnlyList<string> services) =>
        db.ListAsync<ReadingRow>(
            """
            select * from (
              select r.*, dense_rank() over (partition by service order by taken_at desc) as newest
              from survey_readings r where segments is not null and service in @services
            ) numbers where newest <= 2 order by service, newest
            """,
            new { services }
        );

    public static async Task InsertAsync(DbSession write, SurveyRow row, IReadOnlyList<SurveyReading> readings)
    {
        await write.ExecuteAsync(
            """
            insert into surveys (id, started_at, services, read, author, added_at)
            values (@Id, @StartedAt, @Services, @Read, @Author, @AddedAt)
            """,
            row
        );
        await write.ManyAsync(Readings, [.. readings.Select((reading, place) => Values(row.Id, place, reading))]);
    }

    public static async Task DeleteAsync(DbSession write, string id)
    {
        await write.ExecuteAsync("delete from survey_readings where survey_id = @id", new { id });
        await write.ExecuteAsync("delete from surveys where id = @id", new { id });
    }

    private static object?[] Values(string survey, int place, SurveyReading reading) =>
        [
            survey,
            (long)place,
            reading.Service(),
            reading.Host,
            (long)reading.Port,
            reading.Tls,
            reading.Address,
            reading.Taken.ToUnixTimeMilliseconds(),
            (long?)reading.Segments,
            reading.Verdict?.ToString() ?? "",
            reading.Bytes,
            (long?)reading.Mss,
            reading.RttMicroseconds,
            (long?)reading.ReceiveWindow,
            (long?)reading.ReceiveScale,
            reading.Failure,
        ];
}
