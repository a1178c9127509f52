using IwTune.Server.Features.Enrolment.Keys;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting.Load;

namespace IwTune.Server.Features.Hosts;

/// <summary>Hashes of a host's secrets: the one in use, one it made and has not used yet, and the previous one.</summary>
/// <param name="Current">SHA-256 of the secret in use.</param>
/// <param name="Next">Valid beside <paramref name="Current"/> until it is first used; then it replaces it.</param>
/// <param name="Former">Of the secret that was replaced last: a caller with it is a copy, or an older image.</param>
/// <param name="MadeAt">When the secret in use came into use, unix milliseconds.</param>
/// <param name="AskedAt">When a person requested a new one; <see langword="null"/> without a request.</param>
/// <param name="Why">Why, as a clause.</param>
/// <param name="Key">The key that its calls must prove besides; <see langword="null"/> when it has registered none.</param>
public sealed record HostCredential(
    byte[] Current,
    byte[]? Next = null,
    byte[]? Former = null,
    long MadeAt = 0,
    long? AskedAt = null,
    string Why = "",
    HostKey? Key = null
)
{
    private const int Steps = 1000;

    /// <summary>Which of the three a secret is.</summary>
    public SecretAge Of(ReadOnlySpan<char> secret) =>
        Secret.Fits(secret, Current) ? SecretAge.Current
        : Next is not null && Secret.Fits(secret, Next) ? SecretAge.Next
        : Former is not null && Secret.Fits(secret, Former) ? SecretAge.Former
        : SecretAge.None;

    /// <summary>
    /// Whether a new one is due. The last tenth of the life is spread over the fleet, or hosts that enrolled together would always rotate
    /// together.
    /// </summary>
    public bool IsDue(string hostId, long now, TimeSpan life) =>
        AskedAt is not null
        || (life > TimeSpan.Zero && now - MadeAt >= life.TotalMilliseconds * (0.9 + 0.1 * Slots.Of(hostId, Steps) / Steps));

    /// <summary>The next one was used: from now on the previous one is not valid.</summary>
    public HostCredential Promoted(long now) => new(Next!, null, Current, now, Key: Key);
}

/// <summary>Which secret of a host a caller has.</summary>
public enum SecretAge
{
    None,
    Current,
    Next,
    Former,
}
