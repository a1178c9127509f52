using System.Text;
using IwTune.Agent.Linux.Doctor.Reading;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux.SocketDiagnosis;

/// <summary>
/// How many connections a network namespace has opened and accepted, which costs a hundredth of reading the connections themselves.
/// </summary>
internal sealed class BegunConnections : IDisposable
{
    private readonly SafeFileHandle? _counters;
    private readonly byte[] _buffer = new byte[8192];
    private long? _seen;
    private long? _now;

    private BegunConnections(SafeFileHandle? counters) => _counters = counters;

    /// <summary>
    /// Of the calling thread's namespace, whichever thread asks later: the file belongs to the namespace it was opened in.
    /// </summary>
    public static BegunConnections Open()
    {
        try
        {
            return new BegunConnections(File.OpenHandle("/proc/thread-self/net/snmp"));
        }
        catch (Exception hidden) when (hidden is IOException or UnauthorizedAccessException)
        {
            return new BegunConnections(null);
        }
    }

    /// <summary>Reads the counters.</summary>
    /// <returns>True when some began since those that were <see cref="Note"/>d, and when that cannot be known.</returns>
    public bool Any()
    {
        _now = Count();
        return _now is null || _now != _seen;
    }

    /// <summary>All that the last reading counted are seen by what follows.</summary>
    public void Note() => _seen = _now;

    public void Dispose() => _counters?.Dispose();

    private long? Count()
    {
        if (_counters is null)
            return null;
        try
        {
            var length = RandomAccess.Read(_counters, _buffer, 0);
            var counters = TcpCounters.Parse(Encoding.ASCII.GetString(_buffer, 0, length).Split('\n'));
            return counters.TryGetValue("ActiveOpens", out var opened) && counters.TryGetValue("PassiveOpens", out var accepted)
                ? opened + accepted
                : null;
        }
        catch (IOException)
        {
            return null;
        }
    }
}
