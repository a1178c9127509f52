using System.Globalization;
using System.Text.RegularExpressions;

namespace IwTune.WindowsDouble.Events;

/// <summary>The event logs of an emulated Windows. A query in a form that it does not know fails loudly.</summary>
public sealed partial class EventLogDouble
{
    /// <summary>What was logged, in any order.</summary>
    public List<WindowsEvent> Events { get; } = [];

    /// <summary>The events of one log that a query asks for, the newest first.</summary>
    /// <exception cref="ArgumentException">The query has another form than those that Windows was seen to take.</exception>
    public IReadOnlyList<string> Read(string log, string filter, int most)
    {
        if (Form().Match(filter) is not { Success: true } asked)
            throw new ArgumentException($"a query of another form: {filter}", nameof(filter));
        var ids = asked.Groups["id"].Captures.Select(id => int.Parse(id.Value, CultureInfo.InvariantCulture)).ToHashSet();
        var (from, to) = (Time(asked.Groups["from"].Value), Time(asked.Groups["to"].Value));
        return
        [
            .. Events
                .Where(one => one.Log == log && ids.Contains(one.Id) && one.At >= from && one.At <= to)
                .OrderByDescending(one => one.At)
                .Take(most)
                .Select(one => one.Xml()),
        ];
    }

    private static DateTimeOffset Time(string text) => DateTimeOffset.Parse(text, CultureInfo.InvariantCulture);

    [GeneratedRegex(
        @"^\*\[System\[\(EventID=(?<id>\d+)(?: or EventID=(?<id>\d+))*\) "
            + @"and TimeCreated\[@SystemTime>='(?<from>[^']+Z)' and @SystemTime<='(?<to>[^']+Z)'\]\]\]$"
    )]
    private static partial Regex Form();
}
