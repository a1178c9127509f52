using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Linux.Probing.Remote;

namespace IwTune.Agent.Tests.Linux.Probing.Remote;

/// <summary>
/// Flights of any size on any path, from a sender that probes and retransmits, seen by a reader that a busy machine delays at random.
/// </summary>
public sealed class FlightJudgeProperties
{
    /// <summary>Segments of a flight and their paths: the sender's times, and the times at which the reader looked.</summary>
    private static readonly Gen<Flight> AnyFlight =
        from segments in Gen.Choose(1, 100)
        from rtt in Gen.OneOf(Gen.Choose(20, 2_000), Gen.Choose(2_000, 300_000))
        from paced in Gen.Choose(0, 1)
        from gaps in Gen.Choose(0, 100).ArrayOf(segments)
        from timer in Gen.Choose(0, 8_000)
        select new Flight(segments, rtt, Arrivals(segments, rtt, paced == 1, gaps, timer));

    private static readonly Gen<int[]> Prompt = Gen.Choose(240, 500).ArrayOf(400);

    private static readonly Gen<int[]> HeldUp = Gen.Frequency(
            (20, Gen.Choose(240, 600)),
            (2, Gen.Choose(600, 8_000)),
            (1, Gen.Choose(8_000, 90_000))
        )
        .ArrayOf(400);

    [Fact]
    public void A_prompt_reader_counts_exactly() =>
        Prop.ForAll(
                AnyFlight.ToArbitrary(),
                Prompt.ToArbitrary(),
                (flight, looks) =>
                    FlightJudge.Judge(Seen(flight, looks), flight.Rtt) is TraceReading.Counted counted
                    && counted.Segments == flight.Segments
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(2000));

    [Fact]
    public void A_reader_that_is_held_up_counts_exactly_or_says_so() =>
        Prop.ForAll(
                AnyFlight.ToArbitrary(),
                HeldUp.ToArbitrary(),
                (flight, looks) =>
                    FlightJudge.Judge(Seen(flight, looks), flight.Rtt) switch
                    {
                        TraceReading.Counted counted => counted.Segments == flight.Segments,
                        TraceReading.Disturbed => true,
                        _ => false,
                    }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(5000));

    [Fact]
    public void A_path_that_holds_up_some_of_it_for_half_a_round_trip_changes_no_number() =>
        Prop.ForAll(
                AnyFlight.ToArbitrary(),
                Gen.Zip(Gen.Choose(0, 100), Gen.Choose(0, 100)).ToArbitrary(),
                HeldUp.ToArbitrary(),
                (flight, held, looks) =>
                {
                    var (from, percent) = held;
                    var arrivals = flight.Arrivals.ToArray();
                    for (var i = from % flight.Segments; i < flight.Segments; i++)
                        arrivals[i] += ((flight.Rtt / 2) + 900) * percent / 100;
                    // A path keeps the order.
                    for (var i = 1; i < arrivals.Length; i++)
                        arrivals[i] = Math.Max(arrivals[i], arrivals[i - 1]);
                    return FlightJudge.Judge(Seen(flight with { Arrivals = arrivals }, looks), flight.Rtt)
                            is not TraceReading.Counted counted
                        || counted.Segments == flight.Segments;
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(5000));

    /// <summary>
    /// The flight, a probe two round trips and a timer's tick later, then retransmissions, each twice as long after the one before (RFC
    /// 6298 section 5).
    /// </summary>
    private static long[] Arrivals(int segments, int rtt, bool paced, int[] gaps, int timer)
    {
        var arrivals = new List<long>();
        var at = 1_000L + rtt;
        for (var i = 0; i < segments; i++)
        {
            at += paced ? gaps[i] * rtt / 289 / segments : gaps[i] / 50;
            arrivals.Add(at);
        }
        // A lone segment is probed after a minimal time-out; by then the retransmission is due.
        var timeout = rtt + Math.Max(2 * rtt, 200_000);
        if (segments > 1)
            arrivals.Add(at += (2 * rtt) + 2_000 + timer);
        for (var i = 0; i < 3; i++)
            arrivals.Add(at += (timeout << i) + timer);
        return [.. arrivals];
    }

    /// <summary>Looks as the watch does: until nothing has arrived for its time.</summary>
    private static List<SegmentSample> Seen(Flight flight, int[] looks)
    {
        var samples = new List<SegmentSample> { new(0, 10, 0) };
        var (now, rose) = (0L, 0L);
        for (var i = 0; ; i++)
        {
            var held = looks[i % looks.Length];
            now += held;
            // The counter is read somewhere between two looks at the clock.
            var (before, read) = (now, now + (held > 5_000 ? held / 3 : 5));
            var count = flight.Arrivals.Count(at => at <= read);
            now = read + (held > 5_000 ? held / 4 : 5);
            if (count > samples[^1].Segments)
                rose = now;
            samples.Add(new(before, now, count));
            if (count > 0 && before - rose >= FlightJudge.Watch(flight.Rtt))
                return samples;
        }
    }

    private sealed record Flight(int Segments, int Rtt, IReadOnlyList<long> Arrivals);
}
