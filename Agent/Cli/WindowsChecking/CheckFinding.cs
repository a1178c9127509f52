namespace IwTune.Agent.Cli.WindowsChecking;

/// <summary>What a check found for one cell of the table of versions.</summary>
/// <param name="Release">The row: <c>2019</c>.</param>
/// <param name="Aspect">The column: <c>prefix scope</c>.</param>
/// <param name="Mark">How sure the table is of it: <c>assumed</c>; <c>-</c> for a release without a row.</param>
/// <param name="Result">What was found.</param>
/// <param name="Why">The observation, as a sentence.</param>
internal sealed record CheckFinding(string Release, string Aspect, string Mark, CheckResult Result, string Why)
{
    /// <summary>The line of the file.</summary>
    public string Line => $"finding: {Release} | {Aspect} | {Mark} | {Word} | {Why}";

    /// <summary>As the file and the terminal name it.</summary>
    public string Word =>
        Result switch
        {
            CheckResult.Confirmed => "confirmed",
            CheckResult.Contradicted => "contradicted",
            _ => "not seen",
        };
}

/// <summary>Whether this host behaved as the cell says.</summary>
internal enum CheckResult
{
    NotSeen,
    Confirmed,
    Contradicted,
}
