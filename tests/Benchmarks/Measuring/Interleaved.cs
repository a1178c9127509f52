namespace IwTune.Benchmarks.Measuring;

/// <summary>Runs several actions in turn, so that a slow moment of the machine affects all of them equally.</summary>
internal static class Interleaved
{
    /// <summary>Runs each action once in every round, after some rounds that do not count.</summary>
    /// <returns>For each, its times in order.</returns>
    public static IReadOnlyList<Sample> Run(int warmUp, int rounds, params IReadOnlyList<Func<TimeSpan>> things)
    {
        var times = things.Select(_ => new List<TimeSpan>()).ToList();
        for (var round = -warmUp; round < rounds; round++)
        {
            for (var i = 0; i < things.Count; i++)
            {
                var time = things[i]();
                if (round >= 0)
                    times[i].Add(time);
            }
        }
        return [.. times.Select(Sample.Milliseconds)];
    }
}
