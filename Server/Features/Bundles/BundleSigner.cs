using System.Collections.Concurrent;
using System.Text.Json;
using IwTune.Server.Features.Keys;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Bundles;

/// <summary>
/// Signs bundles: each for one host of one fleet, so that no other host accepts it. A signature costs some ten microseconds (ADR 39).
/// </summary>
internal sealed class BundleSigner(HeldKeys keys, TimeSpan life, TimeProvider clock)
{
    internal const string KeyName = "signing.key";
    private const int MaxCached = 1024;

    // Hosts with equal content share its text; it is most of a bundle.
    private readonly ConcurrentDictionary<string, byte[]> _contents = new(StringComparer.Ordinal);
    private readonly Lock _gate = new();

    public TimeSpan Life => life;

    public KeyRing Keys => keys.Current;

    /// <summary>The envelope as it goes over the wire.</summary>
    /// <param name="host">Id of the host that gets it.</param>
    /// <param name="content">What the host is required to do.</param>
    /// <param name="digest">The content's.</param>
    /// <param name="sequence">Number of the publication.</param>
    /// <param name="acknowledged">As in <see cref="CheckInRequest.Trust"/>.</param>
    public byte[] Envelope(string host, BundleContent content, string digest, long sequence, long? acknowledged)
    {
        var ring = keys.Current;
        // Whole seconds: what a host reports back then compares equal to what was signed.
        var issued = DateTimeOffset.FromUnixTimeSeconds(clock.GetUtcNow().ToUnixTimeSeconds());
        var frame = new Bundle(sequence, issued, issued + life, BundleContent.Nothing)
        {
            Host = host,
            Fleet = ring.Fleet,
            Trust = acknowledged is { } known && known < ring.Number ? ring.Trust : null,
        };
        var payload = BundleText.Of(frame, Content(content, digest));
        Envelope envelope;
        // A key does one thing at a time.
        lock (_gate)
            envelope = EnvelopeSigner.Sign(
                payload,
                Shared.Wire.Signing.Envelope.BundleType,
                [.. ring.SignersFor(acknowledged).Select(pair => (pair.Private, pair.Public.KeyId))]
            );
        return JsonSerializer.SerializeToUtf8Bytes(envelope, WireJson.Default.Envelope);
    }

    private byte[] Content(BundleContent content, string digest)
    {
        if (_contents.TryGetValue(digest, out var known))
            return known;
        if (_contents.Count >= MaxCached)
            _contents.Clear();
        return _contents[digest] = JsonSerializer.SerializeToUtf8Bytes(content, WireJson.Default.BundleContent);
    }
}
