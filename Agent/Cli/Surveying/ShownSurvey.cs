using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Surveying;

/// <summary>What <c>survey --json</c> writes.</summary>
/// <param name="Started">When the survey began; <see langword="null"/> for the history.</param>
/// <param name="Complete">False when it was interrupted.</param>
/// <param name="History">The file that has the readings.</param>
/// <param name="DamagedLines">Lines of that file that cannot be read.</param>
/// <param name="Rows">Of a survey, in the order of the list; of the history, latest first.</param>
internal sealed record ShownSurvey(
    DateTimeOffset? Started,
    bool Complete,
    string History,
    int DamagedLines,
    IReadOnlyList<ShownReading> Rows
);

/// <summary>A reading beside the last one before it.</summary>
/// <param name="Service">The service, as <c>www.example.org:443</c>.</param>
/// <param name="Exact">Whether the number of segments is the initial window; otherwise the window is at least as large.</param>
/// <param name="Changed">Whether the initial window is another than before.</param>
/// <param name="Reading">What was read.</param>
/// <param name="Before">The last one before it that has a number; <see langword="null"/> for none.</param>
internal sealed record ShownReading(string Service, bool Exact, bool Changed, SurveyReading Reading, SurveyReading? Before)
{
    /// <summary>Each reading beside the last one before it, in the order in which they were taken.</summary>
    public static IReadOnlyList<ShownReading> AllOf(IEnumerable<SurveyReading> readings)
    {
        var last = new Dictionary<string, SurveyReading>(StringComparer.Ordinal);
        var shown = new List<ShownReading>();
        foreach (var reading in readings)
        {
            var before = last.GetValueOrDefault(reading.Service());
            shown.Add(Of(reading, before));
            if (reading.Segments is not null)
                last[reading.Service()] = reading;
        }
        return shown;
    }

    private static ShownReading Of(SurveyReading reading, SurveyReading? before) =>
        new(reading.Service(), reading.IsExact(), before is not null && reading.DiffersFrom(before), reading, before);
}
