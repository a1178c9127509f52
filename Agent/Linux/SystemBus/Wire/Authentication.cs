using System.Net.Sockets;
using System.Text;

namespace IwTune.Agent.Linux.SystemBus.Wire;

/// <summary>
/// The handshake before the first message (D-Bus Specification, "Authentication Protocol"): EXTERNAL without a user name, so that the bus
/// takes the user that the kernel reports, even where a user namespace gives this process another number.
/// </summary>
internal static class Authentication
{
    private const int LongestLine = 16 << 10;

    /// <exception cref="BusFormatException">The bus refused, or the listener is no bus.</exception>
    /// <exception cref="SocketException">The connection broke.</exception>
    public static async Task RunAsync(Socket socket, CancellationToken ct)
    {
        await SendAsync(socket, "\0AUTH EXTERNAL\r\nDATA\r\n", ct);
        if (await ReadLineAsync(socket, ct) is var challenge && !challenge.StartsWith("DATA", StringComparison.Ordinal))
            throw new BusFormatException($"The bus did not accept EXTERNAL authentication; it answered '{challenge}'.");
        if (await ReadLineAsync(socket, ct) is var answer && !answer.StartsWith("OK ", StringComparison.Ordinal))
            throw new BusFormatException($"The bus refused this process; it answered '{answer}'.");
        await SendAsync(socket, "BEGIN\r\n", ct);
    }

    private static async Task SendAsync(Socket socket, string text, CancellationToken ct) =>
        await socket.SendAsync(Encoding.ASCII.GetBytes(text), ct);

    /// <summary>Byte by byte: what follows the last line is no longer text.</summary>
    private static async Task<string> ReadLineAsync(Socket socket, CancellationToken ct)
    {
        var line = new StringBuilder();
        var one = new byte[1];
        while (line.Length < LongestLine)
        {
            if (await socket.ReceiveAsync(one, ct) == 0)
                throw new BusFormatException("The bus closed the connection during authentication.");
            if (one[0] == '\n')
                return line.ToString().TrimEnd('\r');
            line.Append((char)one[0]);
        }
        throw new BusFormatException("The bus sent a line that is too long.");
    }
}
