using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Connections whose window no route decides.</summary>
internal static class QuicWindows
{
    private const string Why =
        "HTTP/3 uses QUIC over UDP. The server program sets the initial window of these connections; no setting for TCP reaches them. RFC "
        + "9002 says ten datagrams, at most 14,720 bytes.";

    /// <summary>By the name of the process. None of them has a setting for it.</summary>
    private static readonly Dictionary<string, string> Known = new(StringComparer.Ordinal)
    {
        ["nginx"] = "12,000 bytes",
        ["haproxy"] = "10 datagrams (12,520 bytes)",
        ["caddy"] = "32 datagrams (about 40 kB)",
    };

    public static readonly Check<HostFindings> Check = new(
        "quic",
        DiagnosisGroup.Routes,
        Why,
        "RFC 9002 §7.2; nginx 1.31, ngx_event_quic.c; HAProxy 3.5, quic_cc.h; quic-go, cubic_sender.go (Caddy)",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        if (host.QuicPrograms.Count == 0)
            return CheckAnswer.Ok("no program waits for QUIC on UDP port 443");
        var told = host.QuicPrograms.Select(Told).ToList();
        return CheckAnswer.Advice(
            string.Join("; ", told),
            "HTTP/1.1 and HTTP/2 get the route's window. 'iwtune predict --quic' shows what the other window means for a response."
        );
    }

    private static string Told(string program) =>
        program.Length == 0 ? "a program of another user waits for QUIC on UDP port 443 (root sees which)"
        : Known.TryGetValue(program, out var window) ? $"{program} waits for QUIC on UDP port 443 and starts with {window}"
        : $"{program} waits for QUIC on UDP port 443 and starts with a window of its own";
}
