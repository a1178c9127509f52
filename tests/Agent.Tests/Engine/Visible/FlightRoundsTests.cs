using IwTune.Agent.Engine.Visible;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Tests.Engine.Visible;

public sealed class FlightRoundsTests
{
    [Fact]
    public void A_round_ends_when_everything_that_was_on_its_way_is_acknowledged()
    {
        var rounds = new FlightRounds(25);
        Add(rounds, (10, 0), (10, 0), (14, 2), (22, 6), (25, 9), (25, 10), (25, 20));
        Assert.Equal(2, rounds.Rounds);
        Assert.False(rounds.Done);
        Add(rounds, (25, 26));
        Assert.True(rounds.Done);
        Assert.Equal(2, rounds.Rounds);
        Assert.Equal([0, 2, 6, 9, 10, 20, 25], rounds.Steps.Select(step => step.Acknowledged));
    }

    [Fact]
    public void A_response_of_one_flight_is_one_round()
    {
        var rounds = new FlightRounds(10);
        Add(rounds, (0, 0), (10, 0), (10, 10));
        Assert.Equal((1, true), (rounds.Rounds, rounds.Done));
    }

    [Fact]
    public void Looking_often_makes_no_more_rounds()
    {
        var rounds = new FlightRounds(49);
        for (var acknowledged = 0L; acknowledged <= 49; acknowledged++)
        {
            // Seven, then twice as many in each round: each acknowledgement releases two.
            for (var look = 0; look < 3; look++)
                Add(rounds, (Math.Min(49, 7 + (2 * acknowledged)), acknowledged));
        }
        Assert.Equal(3, rounds.Rounds);
    }

    private static void Add(FlightRounds rounds, params (long Sent, long Acknowledged)[] readings)
    {
        foreach (var (sent, acknowledged) in readings)
            rounds.Add(TimeSpan.Zero, new FlightReading(1, 10, 0, sent, acknowledged, 0, null, ""));
    }
}
