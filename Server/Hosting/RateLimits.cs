using System.Threading.RateLimiting;
using Microsoft.AspNetCore.RateLimiting;

namespace IwTune.Server.Hosting;

/// <summary>How often what costs a secret or a hash may be tried. Refused with 429 and a time to come back.</summary>
internal static class RateLimits
{
    /// <summary>Joins, whole server: a new rack joins within seconds, a guesser gets nowhere in 256 bits.</summary>
    public const string Enrolment = "enrolment";

    /// <summary>Sign-ins, by address.</summary>
    public const string SignIn = "sign-in";

    private const int EnrolmentsPerSecond = 100, EnrolmentBurst = 400, SignInsPerMinute = 10;

    public static void AddRateLimits(this IServiceCollection services) => services.AddRateLimiter(limits =>
    {
        limits.AddTokenBucketLimiter(Enrolment, bucket =>
        {
            bucket.TokenLimit = EnrolmentBurst;
            bucket.TokensPerPeriod = EnrolmentsPerSecond;
            bucket.ReplenishmentPeriod = TimeSpan.FromSeconds(1);
        });
        limits.AddPolicy(SignIn, context => RateLimitPartition.GetFixedWindowLimiter(
            context.Connection.RemoteIpAddress?.ToString() ?? "",
            _ => new FixedWindowRateLimiterOptions { PermitLimit = SignInsPerMinute, Window = TimeSpan.FromMinutes(1) }));
        limits.OnRejected = RefuseAsync;
    });

    private static async ValueTask RefuseAsync(OnRejectedContext rejected, CancellationToken ct)
    {
        var seconds = rejected.Lease.TryGetMetadata(MetadataName.RetryAfter, out var after) ? Math.Max(1, (int)after.TotalSeconds) : 5;
        await Refusal.Later(rejected.HttpContext, StatusCodes.Status429TooManyRequests, "Too many tries.", seconds).ExecuteAsync(rejected.HttpContext);
    }
}
