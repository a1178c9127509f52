using IwTune.Agent.Cli.Surveying;
using IwTune.Agent.Engine.State;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli.Surveying;

public sealed class SurveyHistoryTests : IDisposable
{
    private static readonly DateTimeOffset Noon = new(2026, 11, 25, 12, 0, 0, TimeSpan.Zero);

    private readonly string _directory = Directory.CreateTempSubdirectory("iwtune-surveys-").FullName;
    private readonly SurveyHistory _history;

    public SurveyHistoryTests() => _history = new SurveyHistory(Path.Combine(_directory, SurveyHistory.Name));

    [Fact]
    public void Every_reading_comes_back_in_its_order()
    {
        SurveyLine[] lines = [Line("a.example", 10), Line("b.example", null), Line("a.example", 4)];
        Array.ForEach(lines, _history.Append);
        Assert.Equal((lines.Length, 0), (_history.Read().Lines.Count, _history.Read().Damaged));
        Assert.Equal(lines, _history.Read().Lines);
    }

    [Fact]
    public void The_last_survey_is_the_one_that_began_last()
    {
        _history.Append(Line("a.example", 4) with { Survey = Noon.AddDays(1) });
        _history.Append(Line("b.example", 4));
        _history.Append(Line("b.example", 10) with { Survey = Noon.AddDays(1) });
        var last = _history.Last()!;
        Assert.Equal(Noon.AddDays(1), last.Started);
        Assert.Equal([("a.example", 4), ("b.example", 10)], last.Readings.Select(reading => (reading.Host, reading.Segments)));
    }

    [Fact]
    public void A_history_that_is_not_there_is_empty() => Assert.Empty(_history.Read().Lines);

    [Fact]
    public void A_last_line_torn_at_any_byte_costs_no_earlier_one_and_no_later_one()
    {
        SurveyLine[] earlier = [Line("a.example", 10), Line("b.example", 4)];
        Array.ForEach(earlier, _history.Append);
        var (whole, last) = (File.ReadAllBytes(_history.Path), Line("c.example", 7));
        _history.Append(last);
        var content = File.ReadAllBytes(_history.Path);
        for (var length = whole.Length; length < content.Length; length++)
        {
            File.WriteAllBytes(_history.Path, content[..length]);
            // Only the line feed is missing from the longest one, and from the shortest everything.
            SurveyLine[] kept = length == content.Length - 1 ? [.. earlier, last] : earlier;
            var damaged = length == whole.Length || length == content.Length - 1 ? 0 : 1;
            Assert.Equal(damaged, _history.Read().Damaged);
            Assert.Equal(kept, _history.Read().Lines);
            _history.Append(last);
            Assert.Equal(damaged, _history.Read().Damaged);
            Assert.Equal([.. kept, last], _history.Read().Lines);
        }
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("null")]
    [InlineData("""{"survey":"2026-11-25T12:00:00Z","reading":null}""")]
    [InlineData("""{"survey":"2026-11-25T12:00:00Z","reading":{"host":"a.example","port":0,"tls":false,"taken":"2026-11-25T12:00:00Z"}}""")]
    public void A_line_that_is_no_reading_is_counted_and_left_out(string text)
    {
        File.WriteAllText(_history.Path, $"{text}\n");
        _history.Append(Line("a.example", 10));
        Assert.Equal((1, 1), (_history.Read().Lines.Count, _history.Read().Damaged));
    }

    [Fact]
    public void Only_its_own_user_may_read_it()
    {
        _history.Open();
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(_history.Path));
    }

    [Fact]
    public void A_place_that_cannot_be_written_is_named()
    {
        var nowhere = new SurveyHistory(Path.Combine(_directory, "none", "surveys.jsonl"));
        var refused = Assert.Throws<StateUnusableException>(nowhere.Open);
        Assert.Contains("none/surveys.jsonl cannot be written", refused.Message, StringComparison.Ordinal);
        Assert.EndsWith("Name another with --history.", refused.Message, StringComparison.Ordinal);
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    private static SurveyLine Line(string host, int? segments) =>
        new(
            Noon,
            new SurveyReading
            {
                Host = host,
                Port = 80,
                Tls = false,
                Taken = Noon,
                Segments = segments,
                Verdict = segments is null ? null : FlightVerdict.IwLimited,
                Bytes = segments * 524,
                Mss = segments is null ? null : 524,
                RttMicroseconds = segments is null ? null : 2_000,
                Failure = segments is null ? "Nothing listens there: “80”." : "",
            }
        );
}
