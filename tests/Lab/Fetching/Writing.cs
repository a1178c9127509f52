using System.Net.Sockets;

namespace IwTune.Lab;

/// <summary>The ways in which a server can hand a response, a head and a body, to the kernel.</summary>
public enum Writing
{
    /// <summary>Head and body in one write(2).</summary>
    Once,

    /// <summary>Head and body in one writev(2).</summary>
    Gathered,

    /// <summary>The head, then the body.</summary>
    HeadThenBody,

    /// <summary>The same with Nagle's algorithm, as sockets are by default (RFC 1122 §4.2.3.4).</summary>
    HeadThenBodyWithNagle,

    /// <summary>The head, then the body by sendfile(2).</summary>
    HeadThenFile,

    /// <summary>The same between setting and clearing TCP_CORK, as tcp(7) advises.</summary>
    CorkedHeadThenFile,
}

/// <summary>Writes responses.</summary>
internal static class Writer
{
    /// <summary>Bytes of the head, a usual one.</summary>
    public const int Head = 300;

    private const int Tcp = 6,
        Cork = 3; // linux/tcp.h

    public static void Write(Socket connection, Writing way, int bytes)
    {
        if (way == Writing.Once)
        {
            connection.Send(new byte[bytes]);
            return;
        }
        var (head, body) = (new byte[Head], new byte[bytes - Head]);
        switch (way)
        {
            case Writing.Gathered:
                connection.Send([new ArraySegment<byte>(head), new ArraySegment<byte>(body)]);
                break;
            case Writing.HeadThenBody:
                connection.Send(head);
                connection.Send(body);
                break;
            case Writing.HeadThenBodyWithNagle:
                connection.NoDelay = false;
                connection.Send(head);
                connection.Send(body);
                break;
            case Writing.HeadThenFile:
                SendFile(connection, head, body);
                break;
            default:
                connection.SetRawSocketOption(Tcp, Cork, BitConverter.GetBytes(1));
                SendFile(connection, head, body);
                connection.SetRawSocketOption(Tcp, Cork, BitConverter.GetBytes(0));
                break;
        }
    }

    private static void SendFile(Socket connection, byte[] head, byte[] body)
    {
        var file = Path.GetTempFileName();
        try
        {
            File.WriteAllBytes(file, body);
            connection.SendFile(file, head, Array.Empty<byte>(), TransmitFileOptions.UseDefaultWorkerThread);
        }
        finally
        {
            File.Delete(file);
        }
    }
}
