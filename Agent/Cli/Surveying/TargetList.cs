using System.Globalization;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Surveying;

/// <summary>Reads the list of a survey: a service a line, <c>#</c> for comments.</summary>
internal static class TargetList
{
    /// <summary>Every target, and every problem as <c>LINE: sentence</c>; the targets count only when there is no problem.</summary>
    public static (IReadOnlyList<SurveyTarget> Targets, IReadOnlyList<string> Problems) Parse(string text)
    {
        var (targets, problems) = (new List<SurveyTarget>(), new List<string>());
        var seen = new Dictionary<string, int>(StringComparer.Ordinal);
        var number = 0;
        foreach (var line in text.Split('\n'))
        {
            number++;
            var words = Words(line);
            if (words.Length == 0)
                continue;
            var (target, objections) = TargetLine.Read(number, words);
            problems.AddRange(objections.Select(objection => $"{Text(number)}: {objection}"));
            if (target is null)
                continue;
            if (seen.TryAdd(target.Service, number))
                targets.Add(target);
            else
                problems.Add($"{Text(number)}: {target.Service} is in line {Text(seen[target.Service])} too; write each service once.");
        }
        if (targets.Count > SurveyRules.MostReadings)
            problems.Add($"{Text(number)}: the list has {targets.Count} services; a survey takes at most {SurveyRules.MostReadings}.");
        if (targets.Count == 0 && problems.Count == 0)
            problems.Add("1: the list has no service. Write a line for each: HOST[:PORT] [/PAGE] [tls] [mss=N].");
        return (targets, problems);
    }

    /// <summary>A comment begins at the start of a word: a page may have the character within it.</summary>
    private static string[] Words(string line)
    {
        var words = line.Split((char[])[' ', '\t', '\r'], StringSplitOptions.RemoveEmptyEntries);
        return [.. words.TakeWhile(word => word[0] != '#')];
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
