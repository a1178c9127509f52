using System.Text;

namespace IwTune.Server.Hosting.Windows;

/// <summary>Standard error of a server that runs as a service: each line becomes an error in the event log.</summary>
/// <param name="write">Receives each entry.</param>
internal sealed class ServiceEventLines(Action<ServiceEvent> write) : TextWriter
{
    private readonly StringBuilder _line = new();

    public override Encoding Encoding => Encoding.UTF8;

    public override void Write(char value)
    {
        if (value is not '\n')
        {
            _line.Append(value);
            return;
        }
        var text = _line.ToString().TrimEnd();
        _line.Clear();
        if (text.Length > 0)
            write(new(LogLevel.Error, text.Length > ServiceEvent.Longest ? text[..ServiceEvent.Longest] : text));
    }
}
