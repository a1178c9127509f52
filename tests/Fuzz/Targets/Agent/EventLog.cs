using System.Text;
using IwTune.Agent.Windows.Authors.Clues;
using IwTune.Agent.Windows.Authors.Logs;

namespace IwTune.Fuzz.Targets.Agent;

/// <summary>Events of Windows, whose texts other programs wrote.</summary>
internal static class EventLog
{
    public static bool Read(byte[] input)
    {
        var text = Encoding.UTF8.GetString(input);
        _ = LoggedName.Of(text);
        return EventText.Read("Security", text) is not null;
    }
}
