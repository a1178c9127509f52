using System.Globalization;
using System.Net.Http.Headers;
using System.Text;
using IwTune.Server.Features.Webhooks.Formats;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Webhooks.Delivery;

/// <summary>Sends one message to one receiver and reads what it says, for a limited time and of limited length.</summary>
internal sealed class WebhookPost(HttpClient http, EventBody body, DeliveryRules rules, TimeProvider clock)
{
    private const int MostAnswer = 500;

    /// <param name="id">Of the delivery, the same at every try.</param>
    /// <param name="happened">The event.</param>
    /// <param name="format">In which form.</param>
    /// <param name="secrets">Where to, and what it is signed with.</param>
    /// <param name="formerToo">True while the previous secret signs too.</param>
    /// <param name="ct">The server stops.</param>
    public async Task<ReceiverAnswer> SendAsync(
        string id,
        WebhookEvent happened,
        WebhookFormat format,
        WebhookSecrets secrets,
        bool formerToo,
        CancellationToken ct
    )
    {
        var (text, type) = body.Write(happened, format);
        var bytes = Encoding.UTF8.GetBytes(text);
        var now = clock.GetUtcNow().ToUnixTimeSeconds();
        using var request = new HttpRequestMessage(HttpMethod.Post, secrets.Address) { Content = new ByteArrayContent(bytes) };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue(type, "utf-8");
        request.Headers.TryAddWithoutValidation("User-Agent", "IwTune-Webhooks");
        request.Headers.TryAddWithoutValidation(Signature.IdHeader, id);
        request.Headers.TryAddWithoutValidation(Signature.TimeHeader, now.ToString(CultureInfo.InvariantCulture));
        request.Headers.TryAddWithoutValidation(
            Signature.SignatureHeader,
            Signature.Of(id, now, bytes, formerToo && secrets.Former.Length > 0 ? [secrets.Secret, secrets.Former] : [secrets.Secret])
        );
        using var limit = new CancellationTokenSource(rules.AnswerWithin, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(ct, limit.Token);
        try
        {
            using var answer = await http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, either.Token);
            var status = (int)answer.StatusCode;
            var said = status is >= 300 and < 400
                ? "a redirect, which is not followed: register its target address"
                : await BeginningAsync(answer.Content, either.Token);
            return new(status, said, AfterOf(answer.Headers.RetryAfter));
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return new(0, $"No response within {rules.AnswerWithin.TotalSeconds:0.###} s.");
        }
        catch (Exception unreached) when (unreached is HttpRequestException or IOException)
        {
            return new(
                0,
                Printable(
                    unreached.InnerException is { } inner && unreached.Message.Contains("see inner", StringComparison.Ordinal)
                        ? inner.Message
                        : unreached.Message
                )
            );
        }
    }

    private TimeSpan? AfterOf(RetryConditionHeaderValue? asked)
    {
        var wait = asked?.Delta ?? (asked?.Date is { } date ? date - clock.GetUtcNow() : null);
        return wait is { } time && time > TimeSpan.Zero ? (time < rules.LongestPause ? time : rules.LongestPause) : null;
    }

    private static async Task<string> BeginningAsync(HttpContent content, CancellationToken ct)
    {
        var buffer = new byte[MostAnswer];
        await using var stream = await content.ReadAsStreamAsync(ct);
        var length = await stream.ReadAtLeastAsync(buffer, buffer.Length, throwOnEndOfStream: false, ct);
        return Printable(Encoding.UTF8.GetString(buffer.AsSpan(0, length)));
    }

    private static string Printable(string text)
    {
        var line = string.Concat(text.Trim().Select(c => char.IsControl(c) ? ' ' : c));
        return line.Length <= MostAnswer ? line : line[..MostAnswer];
    }
}
