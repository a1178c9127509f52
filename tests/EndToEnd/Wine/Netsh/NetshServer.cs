using System.Net;
using System.Net.Sockets;
using System.Text;
using IwTune.Lab;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.Netsh;

namespace IwTune.EndToEnd.Wine.Netsh;

/// <summary>Answers the netsh.exe of a Wine prefix (netsh.c) with an emulated Windows.</summary>
internal sealed class NetshServer : IDisposable
{
    private const int Port = 907,
        Hangs = -1;

    private readonly TcpListener listener;
    private readonly EmulatedWindows machine;

    private NetshServer(TcpListener listener, EmulatedWindows machine) => (this.listener, this.machine) = (listener, machine);

    /// <summary>Listens in the network namespace of the prefix.</summary>
    public static NetshServer Start(NetNamespace space, EmulatedWindows machine)
    {
        var listener = space.Run(() =>
        {
            var made = new TcpListener(IPAddress.Loopback, Port);
            made.Start();
            return made;
        });
        var server = new NetshServer(listener, machine);
        _ = Task.Run(server.ServeAsync);
        return server;
    }

    private async Task ServeAsync()
    {
        while (true)
        {
            Socket client;
            try
            {
                client = await listener.AcceptSocketAsync();
            }
            catch (Exception stopped) when (stopped is SocketException or ObjectDisposedException)
            {
                return;
            }
            _ = AnswerAsync(client);
        }
    }

    private async Task AnswerAsync(Socket client)
    {
        await using var stream = new NetworkStream(client, ownsSocket: true);
        using var received = new MemoryStream();
        await stream.CopyToAsync(received);
        var arguments = Encoding.UTF8.GetString(received.ToArray()).Split('\0')[..^1];
        await stream.WriteAsync(Bytes(NetshDouble.Run(machine, arguments)));
    }

    private static byte[] Bytes(NetshAnswer answer)
    {
        using var bytes = new MemoryStream();
        using var writer = new BinaryWriter(bytes);
        writer.Write(answer.ExitCode);
        writer.Write(answer.Hangs ? Hangs : (int)answer.Delay.TotalMilliseconds);
        foreach (var text in new[] { answer.Output, Encoding.UTF8.GetBytes(answer.Errors) })
        {
            writer.Write(text.Length);
            writer.Write(text);
        }
        return bytes.ToArray();
    }

    public void Dispose() => listener.Dispose();
}
