using IwTune.Server.Hosting;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Insight.Surveys;

/// <summary>A reading as stored.</summary>
internal sealed class ReadingRow
{
    public string SurveyId { get; init; } = "";
    public string Service { get; init; } = "";
    public string Host { get; init; } = "";
    public long Port { get; init; }
    public bool Tls { get; init; }
    public string Address { get; init; } = "";
    public long TakenAt { get; init; }
    public long? Segments { get; init; }
    public string Verdict { get; init; } = "";
    public long? Bytes { get; init; }
    public long? Mss { get; init; }
    public long? RttMicroseconds { get; init; }
    public long? ReceiveWindow { get; init; }
    public long? ReceiveScale { get; init; }
    public string Failure { get; init; } = "";

    public SurveyReading Reading() =>
        new()
        {
            Host = Host,
            Port = (int)Port,
            Tls = Tls,
            Address = Address,
            Taken = Clock.At(TakenAt),
            Segments = (int?)Segments,
            Verdict = Verdict.Length > 0 ? Enum.Parse<FlightVerdict>(Verdict) : null,
            Bytes = Bytes,
            Mss = (int?)Mss,
            RttMicroseconds = RttMicroseconds,
            ReceiveWindow = (int?)ReceiveWindow,
            ReceiveScale = (int?)ReceiveScale,
            Failure = Failure,
        };
}
