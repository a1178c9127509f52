using System.Net.Http.Headers;

namespace IwTune.Server.Features.Audit.Sinks;

/// <summary>Lines posted to an address (<c>application/x-ndjson</c>). Any 2xx answer says that they are kept.</summary>
internal sealed class WebhookSink(Uri address, HttpClient http) : IAuditSink
{
    /// <summary>The query, and the part before an @, may contain a secret.</summary>
    public string Name => address.GetComponents(UriComponents.SchemeAndServer | UriComponents.Path, UriFormat.UriEscaped);

    public async Task TakeAsync(byte[] header, byte[] lines, CancellationToken ct)
    {
        using var body = new ByteArrayContent([.. header, .. lines]);
        body.Headers.ContentType = new MediaTypeHeaderValue("application/x-ndjson");
        try
        {
            using var answer = await http.PostAsync(address, body, ct);
            if (!answer.IsSuccessStatusCode)
                throw new AuditSinkException($"{Name} answered {(int)answer.StatusCode}. Entries wait in the store and are sent again.");
        }
        catch (Exception unreached)
            when (unreached is HttpRequestException || (unreached is OperationCanceledException && !ct.IsCancellationRequested))
        {
            throw new AuditSinkException(
                $"{Name} was not reached: {unreached.Message} Entries wait in the store and are sent again.",
                unreached
            );
        }
    }
}
