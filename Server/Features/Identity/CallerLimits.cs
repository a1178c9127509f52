using System.Globalization;
using System.Threading.RateLimiting;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Hosting.Requests;
using Microsoft.AspNetCore.Authorization;

namespace IwTune.Server.Features.Identity;

/// <summary>
/// How much one person, with all personal tokens, or one service token may call. Otherwise a single credential could use the room of all
/// callers, and read everything in its scope as fast as the server answers.
/// </summary>
internal sealed class CallerLimits : IDisposable
{
    /// <summary>Concurrent calls with <see cref="CostlyCall"/>.</summary>
    public const int CostlyAtOnce = 4;

    private const int BurstSeconds = 10,
        CostlySeconds = 5;

    private readonly PartitionedRateLimiter<string> _calls;
    private readonly SenderPlaces _costly = new(CostlyAtOnce, int.MaxValue);

    public CallerLimits(ServerOptions options) =>
        _calls = PartitionedRateLimiter.Create<string, string>(caller =>
            RateLimitPartition.GetTokenBucketLimiter(
                caller,
                _ =>
                    new()
                    {
                        TokenLimit = BurstSeconds * options.CallsPerSecond,
                        TokensPerPeriod = options.CallsPerSecond,
                        ReplenishmentPeriod = TimeSpan.FromSeconds(1),
                    }
            )
        );

    /// <summary>Passes on a call of a known caller, or refuses it. Files of the console and pages without a sign-in do not count.</summary>
    public Task LookAsync(HttpContext context, RequestDelegate next) =>
        context.User.Identity is Caller caller && context.GetEndpoint()?.Metadata.GetMetadata<IAllowAnonymous>() is null
            ? LimitAsync(caller.User is { } person ? $"user:{person}" : context.User.Actor(), context, next)
            : next(context);

    public void Dispose() => _calls.Dispose();

    private async Task LimitAsync(string caller, HttpContext context, RequestDelegate next)
    {
        using var lease = _calls.AttemptAcquire(caller);
        if (!lease.IsAcquired)
        {
            var wait = lease.TryGetMetadata(MetadataName.RetryAfter, out var after) ? (int)Math.Ceiling(after.TotalSeconds) : 1;
            await RefuseAsync(context, "Too many calls by this caller.", Math.Max(1, wait));
            return;
        }
        if (context.GetEndpoint()?.Metadata.GetMetadata<CostlyCall>() is null)
        {
            await next(context);
            return;
        }
        using var place = _costly.TryTake(caller);
        if (place is null)
            await RefuseAsync(context, $"This caller already has {CostlyAtOnce} exports under way.", CostlySeconds);
        else
            await next(context);
    }

    private static async Task RefuseAsync(HttpContext context, string title, int seconds)
    {
        if (context.IsApi())
        {
            await RefusalAnswer.Later(context, StatusCodes.Status429TooManyRequests, title, seconds).ExecuteAsync(context);
            return;
        }
        // Without a body it becomes the console's page for this status.
        CurrentCall.IsRefused(title);
        context.Response.Headers.RetryAfter = seconds.ToString(CultureInfo.InvariantCulture);
        context.Response.StatusCode = StatusCodes.Status429TooManyRequests;
    }
}
