using IwTune.Agent.Linux.Bpf;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux;

/// <summary>The one netlink socket of a tuner, for one caller at a time.</summary>
internal sealed class NetlinkGate : IDisposable
{
    private readonly SemaphoreSlim _gate = new(1, 1);
    private NetlinkSocket? _netlink;

    /// <summary>The kernel's name for the socket now; <see langword="null"/> while none is open.</summary>
    public uint? Port => _netlink?.Port;

    /// <summary>
    /// Turns a failure of netlink into an error that says what the caller can do; a socket that failed is not used again.
    /// </summary>
    public async ValueTask<T> AloneAsync<T>(string tried, Func<NetlinkSocket, ValueTask<T>> ask, CancellationToken ct)
    {
        await _gate.WaitAsync(ct);
        try
        {
            return await ask(_netlink ??= NetlinkSocket.Open());
        }
        catch (Exception failure) when (failure is NetlinkException or NetlinkFormatException)
        {
            _netlink?.Dispose();
            _netlink = null;
            throw new TunerUnavailableException($"{tried}: {failure.Message}", failure);
        }
        catch (BpfException failure)
        {
            throw new TunerUnavailableException($"{tried}: {failure.Message}", failure);
        }
        finally
        {
            _gate.Release();
        }
    }

    public void Dispose()
    {
        _netlink?.Dispose();
        _gate.Dispose();
    }
}
