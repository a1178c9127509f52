using System.Globalization;
using System.Net.Sockets;
using System.Threading.RateLimiting;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Hosting.Telemetry;
using Microsoft.AspNetCore.RateLimiting;

namespace IwTune.Server.Hosting.Load;

/// <summary>How often what costs a secret or a hash may be tried. Refused with 429 and a time to come back.</summary>
/// <remarks>
/// Not by the framework's middleware, whose limiters nothing disposes of: their timer keeps a stopped server in memory, and ticks.
/// </remarks>
internal sealed class RateLimits : IDisposable
{
    /// <summary>Enrolments, whole server: a new rack enrols within seconds, a guesser gets nowhere in 256 bits.</summary>
    public const string Enrolment = "enrolment";

    /// <summary>Submitted sign-ins, by address; views of the page do not count.</summary>
    public const string SignIn = "sign-in";

    private const int BurstSeconds = 4,
        SignInsPerMinute = 20,
        DefaultSeconds = 5,
        NetworkBytes = 8;

    private readonly TokenBucketRateLimiter _enrolments;

    private readonly PartitionedRateLimiter<string> _signIns = PartitionedRateLimiter.Create<string, string>(network =>
        RateLimitPartition.GetFixedWindowLimiter(
            network,
            _ => new FixedWindowRateLimiterOptions { PermitLimit = SignInsPerMinute, Window = TimeSpan.FromMinutes(1) }
        )
    );

    public RateLimits(ServerOptions options) =>
        _enrolments = new(
            new()
            {
                TokenLimit = BurstSeconds * options.EnrolmentsPerSecond,
                TokensPerPeriod = options.EnrolmentsPerSecond,
                ReplenishmentPeriod = TimeSpan.FromSeconds(1),
            }
        );

    /// <summary>Passes a request on, or refuses it, by the limit that its endpoint names.</summary>
    public Task InvokeAsync(HttpContext context, RequestDelegate next) =>
        context.GetEndpoint()?.Metadata.GetMetadata<EnableRateLimitingAttribute>()?.PolicyName is { } limit
            ? LimitAsync(limit, context, next)
            : next(context);

    private async Task LimitAsync(string limit, HttpContext context, RequestDelegate next)
    {
        using var lease = limit switch
        {
            Enrolment => _enrolments.AttemptAcquire(),
            SignIn when HttpMethods.IsPost(context.Request.Method) => _signIns.AttemptAcquire(NetworkOf(context)),
            _ => null,
        };
        if (lease is { IsAcquired: false })
            await RefuseAsync(context, lease);
        else
            await next(context);
    }

    public void Dispose()
    {
        _enrolments.Dispose();
        _signIns.Dispose();
    }

    private static async Task RefuseAsync(HttpContext context, RateLimitLease lease)
    {
        var seconds = lease.TryGetMetadata(MetadataName.RetryAfter, out var after)
            ? Math.Max(1, (int)Math.Ceiling(after.TotalSeconds))
            : DefaultSeconds;
        if (!context.IsApi())
        {
            // Without a body it becomes the console's page for this status.
            context.Response.Headers.RetryAfter = seconds.ToString(CultureInfo.InvariantCulture);
            context.Response.StatusCode = StatusCodes.Status429TooManyRequests;
            return;
        }
        // A rack that enrols at once is spread over the time that its enrolment takes.
        var budget = context.RequestServices.GetRequiredService<Admission>().Enrolments;
        seconds = Math.Max(seconds, budget.ComeBack());
        ServerMeters.SentAway(budget.Name, seconds);
        await RefusalAnswer.Later(context, StatusCodes.Status429TooManyRequests, "Too many attempts.", seconds).ExecuteAsync(context);
    }

    /// <summary>
    /// Whom to count: an IPv4 address, or an IPv6 network of 64 bits, within which one machine has all addresses it likes (RFC 4291
    /// §2.5.4).
    /// </summary>
    public static string NetworkOf(HttpContext context) =>
        context.Connection.RemoteIpAddress switch
        {
            null => "",
            { IsIPv4MappedToIPv6: true } address => address.MapToIPv4().ToString(),
            { AddressFamily: AddressFamily.InterNetworkV6 } address => Convert.ToHexStringLower(
                address.GetAddressBytes().AsSpan(0, NetworkBytes)
            ),
            var address => address.ToString(),
        };
}
