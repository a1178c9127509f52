namespace IwTune.Lab.Reproducing;

/// <summary>Measures cells one after the other.</summary>
internal static class Measuring
{
    /// <param name="cells">What to measure, at least one.</param>
    /// <param name="seed">Of the path.</param>
    /// <param name="told">Receives each row when it is measured.</param>
    /// <param name="ct">Ends it between two cells; earlier measurements are kept.</param>
    /// <returns>The rows in the order of <paramref name="cells"/>, and where they were measured.</returns>
    public static (IReadOnlyList<Finding> Findings, LabEnvironment Environment) Run(
        IReadOnlyList<Cell> cells,
        ulong seed,
        Action<Finding> told,
        CancellationToken ct
    )
    {
        var load = LabEnvironment.Load();
        var findings = new List<Finding>();
        using var benches = new Benches(seed);
        foreach (var cell in cells)
        {
            if (ct.IsCancellationRequested && findings.Count > 0)
                break;
            findings.Add(cell.Run(benches.For(cell.Setup)));
            told(findings[^1]);
        }
        return (findings, LabEnvironment.Read(benches.Current!, load));
    }
}
