using System.Text;

namespace IwTune.Agent.Local.Visible;

/// <summary>The first line of an HTTP request, as far as a server of one page needs it (RFC 9112 §3).</summary>
/// <param name="Path">The requested path; empty when the request is refused.</param>
/// <param name="Status">Why it is refused, as the answer's status line gives it; empty when it is not.</param>
internal readonly record struct RequestHead(string Path, string Status)
{
    /// <summary>The longest head that is read.</summary>
    public const int MostBytes = 8 * 1024;

    /// <summary>Reads what came so far.</summary>
    /// <returns><see langword="null"/> while the head is not complete.</returns>
    public static RequestHead? Read(ReadOnlySpan<byte> received)
    {
        if (received.IndexOf("\r\n\r\n"u8) < 0)
            return received.Length >= MostBytes ? new RequestHead("", "431 Request Header Fields Too Large") : null;
        var line = received[..received.IndexOf("\r\n"u8)];
        foreach (var letter in line)
        {
            if (letter is < (byte)' ' or > (byte)'~')
                return new RequestHead("", "400 Bad Request");
        }
        var words = Encoding.ASCII.GetString(line).Split(' ');
        if (words is not [var method, ['/', ..] target, "HTTP/1.1" or "HTTP/1.0"])
            return new RequestHead("", "400 Bad Request");
        var query = target.IndexOf('?', StringComparison.Ordinal);
        return method == "GET" ? new RequestHead(query < 0 ? target : target[..query], "") : new RequestHead("", "405 Method Not Allowed");
    }
}
