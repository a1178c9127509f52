using IwTune.Agent.Linux.Trials;

namespace IwTune.Agent.Tests.Linux.Trials;

public sealed class ByteCoverTests
{
    [Fact]
    public void What_arrives_twice_or_late_counts_once()
    {
        var cover = new ByteCover();
        var seen = new List<long>();
        foreach (var (from, to) in new[] { (0L, 10L), (20, 30), (0, 10), (40, 50), (5, 25), (30, 40), (50, 50), (0, 60) })
        {
            cover.Add(from, to);
            seen.Add(cover.Bytes);
        }
        Assert.Equal([10, 20, 20, 30, 40, 50, 50, 60], seen);
    }

    /// <summary>Against a set of bytes, with parts in any order.</summary>
    [Fact]
    public void It_counts_as_a_set_of_bytes_does()
    {
        var numbers = new IwTune.Shared.Statistics.SeededRandom(7);
        for (var round = 0; round < 200; round++)
        {
            var (cover, bytes) = (new ByteCover(), new HashSet<long>());
            for (var part = 0; part < 20; part++)
            {
                var from = numbers.Below(60);
                var to = from + numbers.Below(12);
                cover.Add(from, to);
                for (long at = from; at < to; at++)
                    bytes.Add(at);
                Assert.Equal(bytes.Count, cover.Bytes);
            }
        }
    }
}
