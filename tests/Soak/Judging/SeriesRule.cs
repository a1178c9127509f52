namespace IwTune.Soak.Judging;

/// <summary>What a series must do after its warm-up.</summary>
internal abstract class SeriesRule
{
    /// <summary>Fewer readings than this judge nothing.</summary>
    public const int Fewest = 30;

    /// <summary>In words, for the table.</summary>
    public abstract override string ToString();

    /// <summary>Judges a whole series.</summary>
    public Judgement Judge(IReadOnlyList<Point> points) =>
        points.Count < Fewest ? new(false, $"{points.Count} readings, at least {Fewest} are needed") : JudgeEnough(points);

    /// <summary>Judges a series that is long enough.</summary>
    protected abstract Judgement JudgeEnough(IReadOnlyList<Point> points);
}
