using System.Buffers;
using System.Collections.Concurrent;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Hosts;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Http.Metadata;

namespace IwTune.Server.Hosting;

/// <summary>
/// Takes a call's body off the network before the call gets a place among those that run, so that whoever sends slowly keeps nobody waiting.
/// A body has ten seconds. The few that are larger than this reads at once are read by the call itself, a few at a time for each sender.
/// </summary>
internal sealed class Bodies(HostDirectory hosts, TimeProvider clock)
{
    /// <summary>Bytes that are read before a call runs.</summary>
    public const int MostEarly = 256 * 1024;

    private const int SlowOfOne = 16, SlowOfAll = 1024, LargeOfOne = 4, ComeBackSeconds = 10;

    /// <summary>A body that is here by then is not counted: a whole site may stand behind one address.</summary>
    private static readonly TimeSpan Quick = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly ConcurrentDictionary<string, int> _places = new(StringComparer.Ordinal);

    public Task TakeAsync(HttpContext context, RequestDelegate next)
    {
        if (context.Features.Get<IHttpRequestBodyDetectionFeature>() is not { CanHaveBody: true } || context.Request.ContentLength == 0 || !context.Items.TryAdd(typeof(Bodies), null))
            return next(context);
        var endpoint = context.GetEndpoint();
        // A stranger's is not read at all: the call is refused by its header.
        if (endpoint?.Metadata.GetMetadata<HostOnly>() is not null && HostGate.Find(context, hosts).Age == SecretAge.None)
            return next(context);
        var most = endpoint?.Metadata.GetMetadata<IRequestSizeLimitMetadata>()?.MaxRequestBodySize ?? ServerApp.DefaultBodyLimit;
        return most <= MostEarly || context.Request.ContentLength <= MostEarly ? EarlyAsync(context, Math.Min(most, MostEarly), next) : LargeAsync(context, next);
    }

    private async Task LargeAsync(HttpContext context, RequestDelegate next)
    {
        var sender = HostGate.Shown(context).Id is { IsEmpty: false } host ? $"large {host}" : $"large {RateLimits.AddressOf(context)}";
        if (!TryTake(sender, LargeOfOne))
        {
            await RefuseAsync(context, StatusCodes.Status429TooManyRequests, "Too many large bodies at a time.");
            return;
        }
        try
        {
            await next(context);
        }
        finally
        {
            GiveBack(sender);
        }
    }

    private async Task EarlyAsync(HttpContext context, long most, RequestDelegate next)
    {
        if (context.Request.ContentLength > most)
            throw TooLarge(most);
        // Kestrel's own limit throws while it gives back what was read, and leaves the buffers of the connection in disorder (HTTP/2, a body without a length).
        if (context.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } size)
            size.MaxRequestBodySize = null;
        using var limit = new CancellationTokenSource(Patience, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, context.RequestAborted);
        var reading = ReadAsync(context, most, either.Token);
        var (place, address) = (true, "");
        try
        {
            if (!reading.IsCompleted && await IsSlowAsync(reading, either.Token))
            {
                address = $"slow {RateLimits.AddressOf(context)}";
                place = TryTake(address, SlowOfOne) && TryTake("slow", SlowOfAll, address);
                if (!place)
                    await either.CancelAsync();
            }
            context.Request.Body = new MemoryStream(await reading, writable: false);
        }
        catch (OperationCanceledException) when (!context.RequestAborted.IsCancellationRequested)
        {
            context.Request.Body = Stream.Null;
            await (place ? RefuseAsync(context, StatusCodes.Status408RequestTimeout, $"The body did not come within {Patience.TotalSeconds:0} s.")
                : RefuseAsync(context, StatusCodes.Status429TooManyRequests, "Too many bodies come slowly from this address."));
            return;
        }
        catch (OperationCanceledException)
        {
            return; // nobody is there to be answered
        }
        finally
        {
            if (place && address.Length > 0)
            {
                GiveBack(address);
                GiveBack("slow");
            }
        }
        await next(context);
    }

    private async Task<bool> IsSlowAsync(Task reading, CancellationToken ct)
    {
        await Task.WhenAny(reading, Task.Delay(Quick, clock, ct));
        return !reading.IsCompleted;
    }

    private static async Task<byte[]> ReadAsync(HttpContext context, long most, CancellationToken ct)
    {
        var body = context.Request.BodyReader;
        // A token would end the reading and leave the reader as if it went on, and the server could not use the connection any more.
        using var stopped = ct.UnsafeRegister(_ => body.CancelPendingRead(), null);
        var whole = new ArrayBufferWriter<byte>();
        while (true)
        {
            var read = await body.ReadAsync(CancellationToken.None);
            foreach (var piece in read.Buffer)
                whole.Write(piece.Span);
            // HTTP/2 lets a sender go on for what was looked at, although it is still there: the server's own buffer would overflow.
            body.AdvanceTo(read.Buffer.End);
            if (whole.WrittenCount > most)
                throw TooLarge(most);
            if (read.IsCompleted)
                return whole.WrittenSpan.ToArray();
            if (read.IsCanceled)
                throw new OperationCanceledException(ct);
        }
    }

    private static BadHttpRequestException TooLarge(long most) => new($"The body is longer than {most} bytes.", StatusCodes.Status413PayloadTooLarge);

    private static async Task RefuseAsync(HttpContext context, int status, string title)
    {
        if (!HttpProtocol.IsHttp2(context.Request.Protocol))
            context.Response.Headers.Connection = "close";
        if (context.IsApi())
            await Refusal.Later(context, status, title, ComeBackSeconds).ExecuteAsync(context);
        else
            // Without a body it becomes the console's page for this status.
            context.Response.StatusCode = status;
    }

    private bool TryTake(string key, int most, string? otherwise = null)
    {
        if (_places.AddOrUpdate(key, 1, (_, taken) => taken + 1) <= most)
            return true;
        GiveBack(key);
        if (otherwise is not null)
            GiveBack(otherwise);
        return false;
    }

    private void GiveBack(string key)
    {
        // Whoever is not here now is not kept.
        if (_places.AddOrUpdate(key, 0, (_, taken) => taken - 1) <= 0)
            _places.TryRemove(new(key, 0));
    }
}
