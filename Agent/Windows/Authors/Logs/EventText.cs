using System.Globalization;
using System.Xml;

namespace IwTune.Agent.Windows.Authors.Logs;

/// <summary>An event's XML. Other programs wrote its texts, so it is bounded and may declare nothing.</summary>
internal static class EventText
{
    /// <summary>Of one event. A script block of 32,000 characters fits, escaped, too.</summary>
    public const int Longest = 256 * 1024;

    private static readonly XmlReaderSettings Settings = new()
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        MaxCharactersInDocument = Longest,
        IgnoreComments = true,
        IgnoreProcessingInstructions = true,
        // Windows writes characters of a command line as they are.
        CheckCharacters = false,
    };

    /// <summary>Reads it.</summary>
    /// <returns><see langword="null"/> for what is no event with a number and a time.</returns>
    public static LoggedEvent? Read(string log, string xml)
    {
        var (id, at, process, user) = (0, default(DateTimeOffset?), 0, "");
        var data = new Dictionary<string, string>(StringComparer.Ordinal);
        try
        {
            using var text = new StringReader(xml);
            using var reader = XmlReader.Create(text, Settings);
            while (!reader.EOF)
            {
                if (reader.NodeType != XmlNodeType.Element)
                {
                    reader.Read();
                    continue;
                }
                switch (reader.LocalName)
                {
                    case "EventID":
                        _ = int.TryParse(reader.ReadElementContentAsString(), NumberStyles.None, CultureInfo.InvariantCulture, out id);
                        continue;
                    case "TimeCreated":
                        at = Time(reader.GetAttribute("SystemTime"));
                        break;
                    case "Execution":
                        _ = int.TryParse(reader.GetAttribute("ProcessID"), CultureInfo.InvariantCulture, out process);
                        break;
                    case "Security":
                        user = reader.GetAttribute("UserID") ?? "";
                        break;
                    case "Data" when reader.GetAttribute("Name") is { Length: > 0 } name:
                        data[name] = reader.ReadElementContentAsString();
                        continue;
                }
                reader.Read();
            }
        }
        catch (XmlException)
        {
            return null;
        }
        return id > 0 && at is { } logged ? new LoggedEvent(log, id, logged, process, user, data) : null;
    }

    private static DateTimeOffset? Time(string? text) =>
        DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var at) ? at : null;
}
