using System.Threading.RateLimiting;
using IwTune.Server.Features.Tokens;

namespace IwTune.Server.Features.Identity;

/// <summary>How often one name may be tried, from wherever: known or not, so that neither shows.</summary>
internal sealed class SignInPace : IDisposable
{
    private const int TriesPerMinute = 10;
    private readonly PartitionedRateLimiter<string> _names = PartitionedRateLimiter.Create<string, string>(name =>
        RateLimitPartition.GetFixedWindowLimiter(
            Secret.HashOf(name),
            _ => new() { PermitLimit = TriesPerMinute, Window = TimeSpan.FromMinutes(1) }
        )
    );

    /// <returns>Seconds to wait; <see langword="null"/> when the try may be made.</returns>
    public int? Wait(string name)
    {
        using var lease = _names.AttemptAcquire(name);
        return lease.IsAcquired ? null
            : lease.TryGetMetadata(MetadataName.RetryAfter, out var after) ? Math.Max(1, (int)Math.Ceiling(after.TotalSeconds))
            : 60;
    }

    public void Dispose() => _names.Dispose();
}
