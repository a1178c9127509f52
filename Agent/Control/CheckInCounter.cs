using System.Globalization;
using System.Text;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Control;

/// <summary>
/// Counts the check-ins of this enrolment and never goes back. Numbers are reserved on disk a stride ahead, so that
/// a check-in costs no write; a restart jumps to the end of the stride. A clone or a restored snapshot repeats numbers.
/// </summary>
public sealed class CheckInCounter
{
    private const int Stride = 64;

    private readonly string _path;
    private long _next;
    private long _reserved;

    /// <summary>Goes on after the last reservation; from 1 when there is none.</summary>
    public CheckInCounter(string path)
    {
        _path = path;
        var text = File.Exists(_path) ? SharedFile.ReadAllText(_path) : "";
        _reserved = long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;
        _next = _reserved + 1;
    }

    /// <summary>The next number.</summary>
    /// <exception cref="IOException">No further numbers can be reserved.</exception>
    public long Next()
    {
        if (_next > _reserved)
        {
            DurableFile.Replace(_path, Encoding.ASCII.GetBytes((_next + Stride - 1).ToString(CultureInfo.InvariantCulture)));
            _reserved = _next + Stride - 1;
        }
        return _next++;
    }
}
