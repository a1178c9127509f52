using System.Globalization;
using System.Net.Sockets;
using System.Threading.RateLimiting;
using Microsoft.AspNetCore.RateLimiting;

namespace IwTune.Server.Hosting;

/// <summary>How often what costs a secret or a hash may be tried. Refused with 429 and a time to come back.</summary>
internal static class RateLimits
{
    /// <summary>Enrolments, whole server: a new rack enrols within seconds, a guesser gets nowhere in 256 bits.</summary>
    public const string Enrolment = "enrolment";

    /// <summary>Submitted sign-ins, by address; views of the page do not count.</summary>
    public const string SignIn = "sign-in";

    private const int BurstSeconds = 4,
        SignInsPerMinute = 20,
        DefaultSeconds = 5,
        NetworkBytes = 8;

    public static void AddRateLimits(this IServiceCollection services, ServerOptions options) =>
        services.AddRateLimiter(limits =>
        {
            limits.AddTokenBucketLimiter(
                Enrolment,
                bucket =>
                {
                    bucket.TokenLimit = BurstSeconds * options.EnrolmentsPerSecond;
                    bucket.TokensPerPeriod = options.EnrolmentsPerSecond;
                    bucket.ReplenishmentPeriod = TimeSpan.FromSeconds(1);
                }
            );
            limits.AddPolicy(
                SignIn,
                context =>
                    HttpMethods.IsPost(context.Request.Method)
                        ? RateLimitPartition.GetFixedWindowLimiter(
                            NetworkOf(context),
                            _ => new FixedWindowRateLimiterOptions { PermitLimit = SignInsPerMinute, Window = TimeSpan.FromMinutes(1) }
                        )
                        : RateLimitPartition.GetNoLimiter("looking")
            );
            limits.OnRejected = RefuseAsync;
        });

    private static async ValueTask RefuseAsync(OnRejectedContext rejected, CancellationToken ct)
    {
        var context = rejected.HttpContext;
        var seconds = rejected.Lease.TryGetMetadata(MetadataName.RetryAfter, out var after)
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
