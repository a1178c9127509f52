using System.Globalization;
using System.Xml.Linq;

namespace IwTune.WindowsDouble.Events;

/// <summary>An event as Windows writes it: the XML of a capture with the values of this one.</summary>
/// <param name="Log">Its log.</param>
/// <param name="Id">Its number.</param>
/// <param name="At">When it was logged.</param>
public abstract record WindowsEvent(string Log, int Id, DateTimeOffset At)
{
    private static readonly XNamespace Space = "http://schemas.microsoft.com/win/2004/08/events/event";

    /// <summary>The process that logged it, where that is of interest.</summary>
    public int? LoggedBy { get; init; }

    /// <summary>The capture whose form it has.</summary>
    protected abstract string Capture { get; }

    /// <summary>Its data.</summary>
    protected abstract IReadOnlyList<(string Name, string Value)> Data { get; }

    /// <summary>The XML.</summary>
    public string Xml()
    {
        var root = XElement.Parse(string.Join('\n', Captures.Capture.Load(Capture).Lines));
        var system = root.Element(Space + "System")!;
        system.Element(Space + "EventID")!.Value = Id.ToString(CultureInfo.InvariantCulture);
        system
            .Element(Space + "TimeCreated")!
            .SetAttributeValue("SystemTime", At.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fffffff'00Z'", CultureInfo.InvariantCulture));
        if (LoggedBy is { } process)
            system.Element(Space + "Execution")!.SetAttributeValue("ProcessID", process);
        var data = root.Element(Space + "EventData")!;
        foreach (var (name, value) in Data)
        {
            var there = data.Elements().FirstOrDefault(one => (string?)one.Attribute("Name") == name);
            if (there is null)
                data.Add(there = new XElement(Space + "Data", new XAttribute("Name", name)));
            there.Value = value;
        }
        return root.ToString(SaveOptions.DisableFormatting);
    }
}
