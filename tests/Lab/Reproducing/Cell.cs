namespace IwTune.Lab.Reproducing;

/// <summary>One measurement.</summary>
/// <param name="Id">Its name; the first part is the benchmark, which <c>--only</c> chooses.</param>
/// <param name="Question">What is measured, in words.</param>
/// <param name="Measure">Runs it.</param>
internal sealed record Cell(string Id, string Question, Func<Bench, Finding> Measure)
{
    public PathSetup Setup { get; init; } = PathSetup.Usual;

    /// <summary>Part of the short form.</summary>
    public bool Short { get; init; }

    public string Benchmark => Id.Split('/')[0];

    public Finding Run(Bench bench)
    {
        try
        {
            return Measure(bench) with { Id = Id, Question = Question };
        }
        catch (Exception broken) when (broken is LabException or System.Net.Sockets.SocketException)
        {
            return new()
            {
                Id = Id,
                Question = Question,
                Verdict = Verdict.Fails,
                Reason = "not measured: " + broken.Message,
            };
        }
    }
}
