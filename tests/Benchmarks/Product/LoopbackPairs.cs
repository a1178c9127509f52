using System.Net;
using System.Net.Sockets;

namespace IwTune.Benchmarks.Product;

/// <summary>Open connections of this host with itself. Both ends are on it: a pair is two connections.</summary>
internal sealed class LoopbackPairs : IDisposable
{
    private readonly Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly List<Socket> ends = [];

    /// <param name="connections">How many, an even number.</param>
    public LoopbackPairs(int connections)
    {
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(512);
        for (var pair = 0; pair < connections / 2; pair++)
        {
            var here = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            ends.Add(here);
            here.Connect(listener.LocalEndPoint!);
            ends.Add(listener.Accept());
        }
    }

    /// <summary>Sends a few bytes over each pair.</summary>
    public void Send()
    {
        for (var i = 0; i < ends.Count; i += 2)
            ends[i].Send([1, 2, 3]);
    }

    public void Dispose()
    {
        ends.ForEach(end => end.Dispose());
        listener.Dispose();
    }
}
