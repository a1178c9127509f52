using System.Globalization;
using IwTune.Shared.Policies;

namespace IwTune.Server.Console;

/// <summary>A day and time of a form; browsers send them without a zone, and the labels say UTC.</summary>
internal static class FormMoment
{
    /// <returns><see langword="null"/> when it cannot be read, which is added to the problems; so is an empty field.</returns>
    public static DateTimeOffset? Read(string path, string? text, List<PolicyProblem> problems)
    {
        if (DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var moment))
            return moment;
        problems.Add(new(path, string.IsNullOrWhiteSpace(text) ? null : text, "enter a day and time, such as 2026-11-27T08:00", 0, 0));
        return null;
    }

    /// <summary>The same for a field that may be left empty.</summary>
    public static DateTimeOffset? Optional(string path, string? text, List<PolicyProblem> problems) =>
        string.IsNullOrWhiteSpace(text) ? null : Read(path, text, problems);
}
