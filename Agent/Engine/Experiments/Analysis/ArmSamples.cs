using IwTune.Shared.Statistics;

namespace IwTune.Agent.Engine.Experiments.Analysis;

/// <summary>The connections of one arm in one class. All are counted; a random sample of them is kept for sorting and resampling.</summary>
/// <param name="random">Chooses the sample.</param>
internal sealed class ArmSamples(SeededRandom random)
{
    /// <summary>More make an interval narrower than is useful, and 2,000 resamples slow.</summary>
    private const int Most = 2_000;

    private readonly List<(ExperimentSample Sample, int Unit)> _kept = [];
    private long _timed,
        _segments,
        _again;

    public ArmCounts Counts { get; private set; }

    /// <summary>Share of segments sent again; <see langword="null"/> when none was sent.</summary>
    public double? ShareAgain => _segments == 0 ? null : (double)_again / _segments;

    public void Add(ExperimentSample sample, int unit)
    {
        Counts = Counts.With(sample);
        _segments += sample.Segments;
        _again += sample.SentAgain;
        if (sample.Busy is null)
            return;
        _timed++;
        if (_kept.Count < Most)
            _kept.Add((sample, unit));
        else if (random.Below((int)Math.Min(_timed, int.MaxValue)) is < Most and var place)
            _kept[place] = (sample, unit);
    }

    public Clustered Busy() => new(_kept.Select(kept => (kept.Sample.Busy!.Value / 1000.0, kept.Unit)));

    public Clustered MinRtt() =>
        new(_kept.Where(kept => kept.Sample.MinRtt is not null).Select(kept => (kept.Sample.MinRtt!.Value / 1000.0, kept.Unit)));

    /// <summary>The median time of each block.</summary>
    public Dictionary<int, double> BlockMedians(int least) =>
        _kept
            .GroupBy(kept => kept.Sample.Block)
            .Where(block => block.Count() >= least)
            .ToDictionary(block => block.Key, block => Quantiles.Median([.. block.Select(kept => kept.Sample.Busy!.Value / 1000.0)]));
}
