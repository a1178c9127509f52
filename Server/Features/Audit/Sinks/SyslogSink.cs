using System.Globalization;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Text.Json;
using IwTune.Server.Features.Webhooks.Formats;
using IwTune.Server.Hosting.Certificates;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Features.Audit.Sinks;

/// <summary>
/// Entries as RFC 5424 messages with a CEF body, to <c>udp://</c>, <c>tcp://</c> or <c>tls://HOST:PORT</c>. Syslog has no acknowledgement:
/// data that the connection accepted counts as kept, so a collector that fails loses what is in transit. Over UDP a loss stays unnoticed.
/// </summary>
/// <param name="address">Where to.</param>
/// <param name="authorities">A file of certificates that a collector over TLS is trusted by; empty for the system's own.</param>
/// <param name="clock">Ends what takes too long.</param>
internal sealed class SyslogSink(Uri address, string authorities, TimeProvider clock) : IAuditSink
{
    /// <summary>log audit (13), RFC 5424 §6.2.1.</summary>
    private const int Facility = 13,
        Notice = 5,
        Warning = 4,
        Error = 3,
        UnsureOfMore = 1024;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(10);

    public string Name => $"{address.Scheme}://{address.Host}:{address.Port}";

    public async Task TakeAsync(byte[] header, byte[] lines, CancellationToken ct)
    {
        using var limit = new CancellationTokenSource(Limit, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(ct, limit.Token);
        try
        {
            if (address.Scheme == "udp")
                await SendAsync(Messages(lines), either.Token);
            else
                await StreamAsync(Messages(lines), either.Token);
        }
        catch (Exception unreached)
            when (unreached
                    is SocketException
                        or IOException
                        or CryptographicException
                        or System.Security.Authentication.AuthenticationException
                || (unreached is OperationCanceledException && !ct.IsCancellationRequested)
            )
        {
            throw new AuditSinkException(
                $"{Name} did not take it: {unreached.Message} Entries wait in the store and are sent again.",
                unreached
            );
        }
    }

    /// <summary>One entry as RFC 5424 §6 has it; the structured data is empty, since CEF carries everything.</summary>
    public static string Message(AuditEntry entry)
    {
        var severity = CefText.Severity(Webhooks.Events.AuditEvents.Of(entry)) switch
        {
            >= 8 => Error,
            >= 6 => Warning,
            _ => Notice,
        };
        return string.Create(
            CultureInfo.InvariantCulture,
            $"<{(Facility * 8) + severity}>1 {entry.At.UtcDateTime:yyyy-MM-dd'T'HH:mm:ss.fff'Z'} "
                + $"{Printable(Environment.MachineName, 255)} iwtune-server {Environment.ProcessId} {Printable(entry.Action, 32)} - "
                + $"{CefText.Of(entry)}"
        );
    }

    private static IEnumerable<byte[]> Messages(byte[] lines)
    {
        foreach (var line in Encoding.UTF8.GetString(lines).Split('\n', StringSplitOptions.RemoveEmptyEntries))
            if (JsonSerializer.Deserialize(line, AuditJson.Default.AuditLine) is { Entry: { } entry })
                yield return Encoding.UTF8.GetBytes(Message(entry));
    }

    /// <summary>Each framed by its length (RFC 6587 §3.4.1, RFC 5425 §4.3): a line feed within would end a message too early.</summary>
    private async Task StreamAsync(IEnumerable<byte[]> messages, CancellationToken ct)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(address.Host, address.Port, ct);
        await using var plain = client.GetStream();
        if (address.Scheme == "tcp")
        {
            await WriteAsync(plain, messages, ct);
            // Until the other side has closed too, or has reset the connection: after a reset nothing counts as kept.
            client.Client.Shutdown(SocketShutdown.Send);
            while (await plain.ReadAsync(new byte[UnsureOfMore], ct) > 0) { }
            return;
        }
        await using var secured = new SslStream(plain);
        await secured.AuthenticateAsClientAsync(
            new SslClientAuthenticationOptions { TargetHost = address.Host, CertificateChainPolicy = Trust() },
            ct
        );
        await WriteAsync(secured, messages, ct);
        await secured.ShutdownAsync();
    }

    /// <summary>Read each time: a certificate that was replaced counts from the next message on.</summary>
    private X509ChainPolicy? Trust() => authorities.Length == 0 ? null : TrustedRoots.Of(authorities);

    private static async Task WriteAsync(Stream to, IEnumerable<byte[]> messages, CancellationToken ct)
    {
        using var framed = new MemoryStream();
        foreach (var message in messages)
        {
            framed.Write(Encoding.ASCII.GetBytes($"{message.Length} "));
            framed.Write(message);
        }
        await to.WriteAsync(framed.ToArray(), ct);
        await to.FlushAsync(ct);
    }

    private async Task SendAsync(IEnumerable<byte[]> messages, CancellationToken ct)
    {
        using var client = new UdpClient();
        client.Connect(address.Host, address.Port);
        foreach (var message in messages)
            await client.SendAsync(message, ct);
    }

    /// <summary>Printable ASCII without spaces, as header fields must be.</summary>
    private static string Printable(string text, int most) =>
        string.Concat(text.Take(most).Select(c => c is > ' ' and <= '~' ? c : '_')) is { Length: > 0 } word ? word : "-";
}
