using IwTune.Shared.Statistics;

namespace IwTune.Agent.Engine.Experiments.Analysis;

/// <summary>The connections of one arm in one class. All are counted; a random sample of them is kept for sorting and resampling.</summary>
/// <param name="random">Chooses the sample.</param>
internal sealed class ArmSamples(SeededRandom random)
{
    /// <summary>More make an interval narrower than is useful, and 2,000 resamples slow.</summary>
    private const int Most = 2_000;

    private readonly List<ExperimentSample> _kept = [];
    private long _timed;

    public ArmCounts Counts { get; private set; }

    public long Segments { get; private set; }

    public long Again { get; private set; }

    public void Add(ExperimentSample sample)
    {
        Counts = Counts.With(sample);
        Segments += sample.Segments;
        Again += sample.SentAgain;
        if (sample.Busy is null)
            return;
        _timed++;
        if (_kept.Count < Most)
            _kept.Add(sample);
        else if (random.Below((int)Math.Min(_timed, int.MaxValue)) is < Most and var place)
            _kept[place] = sample;
    }

    public double[] Busy() => Quantiles.Ascending([.. _kept.Select(sample => sample.Busy!.Value / 1000.0)]);

    public double[] MinRtt() =>
        Quantiles.Ascending([.. _kept.Where(sample => sample.MinRtt is not null).Select(sample => sample.MinRtt!.Value / 1000.0)]);

    /// <summary>The median time of each block.</summary>
    public Dictionary<int, double> BlockMedians(int least) =>
        _kept
            .GroupBy(sample => sample.Block)
            .Where(block => block.Count() >= least)
            .ToDictionary(block => block.Key, block => Quantiles.Median([.. block.Select(sample => sample.Busy!.Value / 1000.0)]));
}
