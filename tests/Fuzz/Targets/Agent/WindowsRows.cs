using System.Globalization;
using System.Text;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.PowerShell.Child;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Fuzz.Targets.Agent;

/// <summary>
/// Objects of WMI and of PowerShell. An input is a list of them: lines <c>NAME=TEXT</c>, or <c>NAME=#NUMBER</c>, and a blank line between
/// two. The same bytes are also read as the output of the child process that runs Windows PowerShell.
/// </summary>
internal static class WindowsRows
{
    public static bool Read(byte[] input)
    {
        var rows = Rows(Encoding.UTF8.GetString(input));
        var reading = SettingRows.Read(AccessMethod.Wmi, rows);
        BrokenPromiseException.Unless(reading.Templates.All(one => Enum.IsDefined(one.Name)), "a template that was read has a name");
        var filters = FilterRows.Read(rows);
        foreach (var filter in filters.Filters)
        {
            BrokenPromiseException.Unless(Enum.IsDefined(filter.Setting), "a filter that was read gives a template");
            var fields = FilterRows.Fields(filter).ToDictionary(one => one.Name, one => (object?)one.Value, StringComparer.Ordinal);
            BrokenPromiseException.Unless(
                FilterRows.Impossible(filter).Length > 0 || FilterRows.Of(new PropertyValues(fields), out _) == filter,
                "a filter that is written is read again"
            );
        }
        _ = ChildAnswer.Read(input);
        return reading.Succeeded || filters.Filters.Count > 0;
    }

    private static List<IReadOnlyDictionary<string, object?>> Rows(string text)
    {
        var rows = new List<IReadOnlyDictionary<string, object?>>();
        var row = new Dictionary<string, object?>(StringComparer.Ordinal);
        foreach (var line in text.Split('\n').Append(""))
        {
            var at = line.IndexOf('=', StringComparison.Ordinal);
            if (at > 0)
                row[line[..at]] = Value(line[(at + 1)..]);
            if (line.Length > 0 || row.Count == 0)
                continue;
            rows.Add(row);
            row = new(StringComparer.Ordinal);
        }
        return rows;
    }

    private static object? Value(string written) =>
        written.Length == 0 ? null
        : written[0] == '#' && long.TryParse(written.AsSpan(1), CultureInfo.InvariantCulture, out var number) ? number
        : written;
}
