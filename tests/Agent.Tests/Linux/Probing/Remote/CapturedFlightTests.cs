using System.Globalization;
using IwTune.Agent.Linux.Probing.Remote;

namespace IwTune.Agent.Tests.Linux.Probing.Remote;

/// <summary>Flights that a kernel really sent: bursts, bbr's pacing over a third of a round trip, probes.</summary>
public sealed class CapturedFlightTests
{
    public static TheoryData<string> Captured =>
        [.. File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "fixtures/linux/flights.txt"))];

    [Theory]
    [MemberData(nameof(Captured))]
    public void A_captured_flight_is_its_servers_window_or_said_to_be_in_pieces(string line)
    {
        var (words, samples, rtt) = Read(line);
        var found = FlightJudge.Judge(samples, rtt);
        if (line.Contains("pause", StringComparison.Ordinal))
            Assert.Contains("in pieces", Assert.IsType<TraceReading.Disturbed>(found).Why, StringComparison.Ordinal);
        else
            Assert.Equal(Number(words[Array.IndexOf(words, "initcwnd") + 1]), Assert.IsType<TraceReading.Counted>(found).Segments);
    }

    [Theory]
    [MemberData(nameof(Captured))]
    public void No_sample_less_makes_another_number(string line)
    {
        var (words, samples, rtt) = Read(line);
        for (var i = 1; i < samples.Count - 1; i++)
        {
            var fewer = samples.Where((_, at) => at != i).ToList();
            Assert.True(
                FlightJudge.Judge(fewer, rtt) is not TraceReading.Counted counted
                    || counted.Segments == Number(words[Array.IndexOf(words, "initcwnd") + 1]),
                $"without sample {i}: {FlightJudge.Judge(fewer, rtt)}"
            );
        }
    }

    private static (string[] Words, List<SegmentSample> Samples, long Rtt) Read(string line)
    {
        var halves = line.Split(": ");
        var words = halves[0].Split(' ');
        var samples = halves[1]
            .Split(' ')
            .Select(sample => Array.ConvertAll(sample.Split('-', '='), Number))
            .Select(three => new SegmentSample(three[0], three[1], three[2]));
        return (words, samples.ToList(), Number(words[^1]));
    }

    private static int Number(string word) => int.Parse(word, CultureInfo.InvariantCulture);
}
