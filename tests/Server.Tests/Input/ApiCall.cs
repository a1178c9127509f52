using System.Net;
using System.Net.Http.Headers;
using System.Text;

namespace IwTune.Server.Tests.Input;

/// <summary>One request as it is sent. It can be sent again, made smaller, and shown as a command line.</summary>
internal sealed record ApiCall(ApiOperation Of, string Address, byte[]? Body = null, string ContentType = "application/json")
{
    private const int Told = 4000,
        Unasked = 16_000;

    public IReadOnlyList<(string Name, string Value)> Headers { get; init; } = [];

    /// <summary>Sent as a stream whose length the server does not know in advance.</summary>
    public bool Untold { get; init; }

    public HttpRequestMessage Message()
    {
        var message = new HttpRequestMessage(new HttpMethod(Of.Method), new Uri(Address, UriKind.Relative));
        if (Body is not null)
        {
            message.Content = Untold ? new UntoldContent(Body) : new ByteArrayContent(Body);
            // Over HTTP/1.1 a body that is refused half-way breaks the connection; a stream is refused alone (RFC 9113 §8.1).
            if (Untold)
                (message.Version, message.VersionPolicy) = (HttpVersion.Version20, HttpVersionPolicy.RequestVersionExact);
            if (ContentType.Length > 0)
                message.Content.Headers.TryAddWithoutValidation("Content-Type", ContentType);
        }
        foreach (var (name, value) in Headers)
        {
            if (!message.Headers.TryAddWithoutValidation(name, value))
                message.Content?.Headers.TryAddWithoutValidation(name, value);
        }
        // A server that refuses a body need not read it; without this the connection would break while the body is still being sent.
        if (Body is { Length: > Unasked } && !Untold)
            message.Headers.ExpectContinue = true;
        return message;
    }

    public string Curl(AuthenticationHeaderValue? who)
    {
        var text = new StringBuilder($"curl -sk -X {Of.Method} 'https://SERVER{Address.Replace("'", "%27", StringComparison.Ordinal)}'");
        if (who is not null)
            text.Append($" -H 'Authorization: {who.Scheme} …'");
        foreach (var (name, value) in Headers)
            text.Append($" -H '{name}: {value}'");
        if (Body is null)
            return text.ToString();
        text.Append($" -H 'Content-Type: {ContentType}'");
        var body = Encoding.UTF8.GetString(Body);
        // Bytes that no command line can carry are encoded in base64.
        return body.Any(c => char.IsControl(c) || c == '\uFFFD') || body.Length > Told
            ? $"echo {Convert.ToBase64String(Body, 0, Math.Min(Body.Length, Told))} | base64 -d | {text} --data-binary @-"
            : $"{text} --data-binary '{body.Replace("'", "'\\''", StringComparison.Ordinal)}'";
    }
}

/// <summary>A body without a length.</summary>
internal sealed class UntoldContent(byte[] body) : HttpContent
{
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) => stream.WriteAsync(body).AsTask();

    protected override bool TryComputeLength(out long length)
    {
        length = 0;
        return false;
    }
}
