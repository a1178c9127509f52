using System.Globalization;
using IwTune.Agent.Engine.Flights;
using IwTune.Agent.Linux.Facts;
using IwTune.Shared.Model;

namespace IwTune.Agent.Linux.Effective;

/// <summary>What a route's initrwnd does on this kernel to its <see cref="FirstReceiveWindow"/>.</summary>
/// <param name="kernel">Release, such as <c>6.1.0-18-amd64</c>.</param>
/// <param name="receiveBuffer">tcp_rmem: least, default, most; bytes.</param>
internal sealed class InitRwnd(string kernel, (long Default, long Most) receiveBuffer)
{
    private readonly FirstReceiveWindow _window = new(kernel, receiveBuffer);

    public static InitRwnd Here() =>
        new(
            SystemFile.Line("/proc/sys/kernel/osrelease"),
            FirstReceiveWindow.ReceiveBuffer(SystemFile.Line("/proc/sys/net/ipv4/tcp_rmem"))
        );

    /// <summary>True where initrwnd can only cap.</summary>
    public bool OnlyCaps => _window.OnlyCaps;

    /// <param name="segments">The route's initrwnd.</param>
    /// <param name="mss">The largest segment this host announces (tcp_info.tcpi_advmss), bytes.</param>
    public AnnouncedWindow Of(int segments, int mss)
    {
        var (without, with) = (_window.Bytes(initRwnd: null, mss), _window.Bytes(segments, mss));
        var effect =
            with == without ? ReceiveEffect.None
            : with < without ? ReceiveEffect.Caps
            : ReceiveEffect.Raises;
        return new AnnouncedWindow(effect, segments, with, without, Note(effect, segments, with, without));
    }

    private string Note(ReceiveEffect effect, int segments, long with, long without)
    {
        var since = OnlyCaps ? "since Linux 4.20 initrwnd only caps" : "before Linux 4.20 initrwnd raises it too";
        return effect switch
        {
            ReceiveEffect.None => string.Create(
                CultureInfo.InvariantCulture,
                $"no effect: initrwnd {segments} leaves the first window this host announces at {without} bytes; the second value of "
                    + $"net.ipv4.tcp_rmem decides ({since})"
            ),
            ReceiveEffect.Caps => string.Create(
                CultureInfo.InvariantCulture,
                $"caps: initrwnd {segments} lowers the first window this host announces from {without} to {with} bytes ({since})"
            ),
            _ => string.Create(
                CultureInfo.InvariantCulture,
                $"raises: initrwnd {segments} lifts the first window this host announces from {without} to {with} bytes"
            ),
        };
    }
}
