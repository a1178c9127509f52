using System.Globalization;
using System.Text;

namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>An honest request for one page, and what an answer to it begins with (RFC 9112).</summary>
internal static class HttpRequest
{
    private const int DefaultPort = 80;

    public static byte[] Write(Destination service, string agentVersion)
    {
        var host = service.Host.Contains(':', StringComparison.Ordinal) ? $"[{service.Host}]" : service.Host;
        var port = service.Address.Port == DefaultPort ? "" : $":{service.Address.Port}";
        return Encoding.ASCII.GetBytes(
            $"GET {service.Path} HTTP/1.1\r\nHost: {host}{port}\r\nUser-Agent: iwtune/{agentVersion}\r\nAccept: */*\r\nConnection: "
                + "close\r\n\r\n"
        );
    }

    /// <summary>Reads the status line and the relevant headers, as far as they came.</summary>
    /// <returns><see langword="null"/> when it is no HTTP answer.</returns>
    public static HttpAnswer? Read(ReadOnlySpan<byte> beginning)
    {
        var text = Encoding.Latin1.GetString(beginning);
        if (!text.StartsWith("HTTP/", StringComparison.Ordinal))
            return null;
        var head = text.IndexOf("\r\n\r\n", StringComparison.Ordinal);
        var lines = (head < 0 ? text : text[..head]).Split("\r\n");
        var status = lines[0].IndexOf(' ', StringComparison.Ordinal) is > 0 and var space ? lines[0][(space + 1)..].Trim() : "";
        var length = Header(lines, "Content-Length:");
        return new HttpAnswer(
            Printable(status),
            Printable(Header(lines, "Location:") ?? ""),
            head >= 0 && long.TryParse(length, NumberStyles.None, CultureInfo.InvariantCulture, out var body) ? head + 4 + body : null
        );
    }

    private static string? Header(string[] lines, string name) =>
        Array.Find(lines, line => line.StartsWith(name, StringComparison.OrdinalIgnoreCase))?[name.Length..].Trim();

    /// <summary>The server wrote the text, and it goes to a terminal.</summary>
    private static string Printable(string text) => new([.. text.Take(200).Where(letter => letter is >= ' ' and < '\x7f')]);
}

/// <summary>The head of an answer.</summary>
/// <param name="Status">As in <c>301 Moved Permanently</c>.</param>
/// <param name="Location">Where a redirection points; else empty.</param>
/// <param name="TotalBytes">Head and body, when the head says how long the body is.</param>
internal sealed record HttpAnswer(string Status, string Location, long? TotalBytes);
