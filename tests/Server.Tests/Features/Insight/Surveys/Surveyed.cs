using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Insight.Surveys;

/// <summary>Surveys of a few services, a day apart.</summary>
internal static class Surveyed
{
    private static readonly DateTimeOffset Start = new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);

    public static Survey On(int day, params SurveyReading[] readings) =>
        new()
        {
            Format = Survey.CurrentFormat,
            Started = Start.AddDays(day),
            Readings = [.. readings.Select((reading, place) => reading with { Taken = Start.AddDays(day).AddSeconds(place) })],
        };

    public static SurveyReading Exact(string host, int segments) =>
        new()
        {
            Host = host,
            Port = 443,
            Tls = true,
            Address = "192.0.2.80",
            Taken = Start,
            Segments = segments,
            Verdict = FlightVerdict.IwLimited,
            Bytes = segments * 76,
            Mss = 76,
            RttMicroseconds = 21_370,
            ReceiveWindow = 65_535,
            ReceiveScale = 9,
        };

    public static SurveyReading AtLeast(string host, int segments) =>
        Exact(host, segments) with
        {
            Verdict = FlightVerdict.DataLimited,
            ReceiveWindow = null,
            ReceiveScale = null,
        };

    public static SurveyReading Unread(string host) =>
        new()
        {
            Host = host,
            Port = 443,
            Tls = true,
            Taken = Start,
            Failure = $"{host} has no address.",
        };
}
