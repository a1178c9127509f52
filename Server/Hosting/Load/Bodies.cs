using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.InteropServices;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting.Refusals;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;

namespace IwTune.Server.Hosting.Load;

/// <summary>
/// Reads the body of a call before the call takes a place in its budget, so that slow senders do not block other callers. A body has ten
/// seconds. A call with a larger body than <see cref="MostEarly"/> reads it itself; the number of these is limited for each sender.
/// </summary>
internal sealed class Bodies(HostDirectory hosts, Admission admission, TimeProvider clock)
{
    /// <summary>Largest body that is read before the call runs, bytes.</summary>
    public const int MostEarly = 256 * 1024;

    private const int SlowOfOne = 16,
        SlowOfAll = 1024,
        LargeOfOne = 4,
        ComeBackSeconds = 10;

    /// <summary>A body that arrives within this time is not counted as slow: a whole site may share one address.</summary>
    private static readonly TimeSpan Quick = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly SenderPlaces _slow = new(SlowOfOne, SlowOfAll),
        _large = new(LargeOfOne, int.MaxValue);

    private int _arriving;

    /// <summary>Bodies that are being read before their call takes a place.</summary>
    public int Arriving => Volatile.Read(ref _arriving);

    public Task TakeAsync(HttpContext context, RequestDelegate next)
    {
        if (!HasBody(context) || !admission.IsLimited(context.Request.Path))
            return next(context);
        var endpoint = context.GetEndpoint();
        // A stranger's body is not read: its header is enough to refuse the call.
        if (endpoint?.Metadata.GetMetadata<HostOnly>() is not null && HostGate.Find(context, hosts).Age == SecretAge.None)
            return next(context);
        var most = endpoint?.Metadata.GetMetadata<IRequestSizeLimitMetadata>()?.MaxRequestBodySize ?? ServerApp.DefaultBodyLimit;
        return most <= MostEarly || context.Request.ContentLength <= MostEarly
            ? EarlyAsync(context, Math.Min(most, MostEarly), next)
            : LargeAsync(context, next);
    }

    /// <summary>No call reads the body of a GET; an error page for a refused form is one too.</summary>
    private static bool HasBody(HttpContext context) =>
        context.Features.Get<IHttpRequestBodyDetectionFeature>() is { CanHaveBody: true }
        && context.Request.ContentLength != 0
        && !HttpMethods.IsGet(context.Request.Method);

    private async Task LargeAsync(HttpContext context, RequestDelegate next)
    {
        var sender = HostGate.Shown(context).Id is { IsEmpty: false } host ? host.ToString() : RateLimits.NetworkOf(context);
        using var place = _large.TryTake(sender);
        await (
            place is null ? RefuseAsync(context, StatusCodes.Status429TooManyRequests, "Too many large bodies at a time.") : next(context)
        );
    }

    private async Task EarlyAsync(HttpContext context, long most, RequestDelegate next)
    {
        if (await ReceiveAsync(context, most) is not { } body)
            return;
        context.Request.Body = body;
        await next(context);
    }

    /// <returns>The body; <see langword="null"/> when the call was refused, or its caller has gone.</returns>
    private async Task<MemoryStream?> ReceiveAsync(HttpContext context, long most)
    {
        if (context.Request.ContentLength > most)
            throw TooLarge(most);
        // Kestrel's own limit throws inside AdvanceTo and leaves the connection's buffers in disorder (HTTP/2, a body without a length).
        if (context.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } size)
            size.MaxRequestBodySize = null;
        // Kestrel's own limit would end the call after five seconds, with a page of its own: the time is limited here.
        if (context.Features.Get<IHttpMinRequestBodyDataRateFeature>() is { } pace)
            pace.MinDataRate = null;
        using var limit = new CancellationTokenSource(Patience, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, context.RequestAborted);
        IDisposable? place = null;
        Interlocked.Increment(ref _arriving);
        try
        {
            var reading = ReadAsync(context.Request.BodyReader, most, either.Token);
            if (
                !reading.IsCompleted
                && await IsSlowAsync(reading, either.Token)
                && (place = _slow.TryTake(RateLimits.NetworkOf(context))) is null
            )
                await either.CancelAsync();
            return await reading;
        }
        catch (OperationCanceledException)
        {
            if (!context.RequestAborted.IsCancellationRequested)
                await (
                    place is null
                        ? RefuseAsync(context, StatusCodes.Status429TooManyRequests, "Too many slow bodies from this address.")
                        : RefuseAsync(
                            context,
                            StatusCodes.Status408RequestTimeout,
                            $"The body did not arrive within {Patience.TotalSeconds:0} s."
                        )
                );
            return null;
        }
        finally
        {
            Interlocked.Decrement(ref _arriving);
            place?.Dispose();
        }
    }

    private async Task<bool> IsSlowAsync(Task reading, CancellationToken ct)
    {
        await Task.WhenAny(reading, Task.Delay(Quick, clock, ct));
        return !reading.IsCompleted;
    }

    private static async Task<MemoryStream> ReadAsync(PipeReader reader, long most, CancellationToken ct)
    {
        // A cancelled ReadAsync leaves Kestrel's reader unusable ("Reading is already in progress"); CancelPendingRead does not.
        using var stopped = ct.UnsafeRegister(_ => reader.CancelPendingRead(), null);
        var whole = new ArrayBufferWriter<byte>();
        while (true)
        {
            var read = await reader.ReadAsync(CancellationToken.None);
            foreach (var piece in read.Buffer)
                whole.Write(piece.Span);
            // Kestrel opens the HTTP/2 window for every byte that was examined. Bytes left in the pipe would overflow it.
            reader.AdvanceTo(read.Buffer.End);
            if (whole.WrittenCount > most)
                throw TooLarge(most);
            if (read.IsCompleted)
                return MemoryMarshal.TryGetArray(whole.WrittenMemory, out var bytes)
                    ? new(bytes.Array ?? [], bytes.Offset, bytes.Count, writable: false)
                    : new();
            if (read.IsCanceled)
                throw new OperationCanceledException(ct);
        }
    }

    private static BadHttpRequestException TooLarge(long most) =>
        new($"The body is longer than {most} bytes.", StatusCodes.Status413PayloadTooLarge);

    private static async Task RefuseAsync(HttpContext context, int status, string title)
    {
        if (!HttpProtocol.IsHttp2(context.Request.Protocol))
            context.Response.Headers.Connection = "close";
        if (context.IsApi())
            await RefusalAnswer.Later(context, status, title, ComeBackSeconds).ExecuteAsync(context);
        else
            // Without a body it becomes the console's page for this status.
            context.Response.StatusCode = status;
    }
}
