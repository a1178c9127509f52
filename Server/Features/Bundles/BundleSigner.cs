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

    public TimeSpan Life => life;

    public KeyRing Keys => keys.Current;

    /// <summary>Writes the signed bundle as it goes over the wire.</summary>
    public void Write(BundleOrder order, BundleSheet sheet)
    {
        var ring = keys.Current;
        // Whole seconds: what a host reports back then compares equal to what was signed.
        var issued = DateTimeOffset.FromUnixTimeSeconds(clock.GetUtcNow().ToUnixTimeSeconds());
        var frame = new Bundle(order.Sequence, issued, issued + life, BundleContent.Nothing)
        {
            Host = order.Host,
            Fleet = ring.Fleet,
            Trust = order.Acknowledged is { } known && known < ring.Number ? ring.Trust : null,
        };
        BundleText.Write(sheet.Begin(sheet.Payload), frame, Content(order.Content, order.Digest));
        EnvelopeSigner.Write(
            sheet.Begin(sheet.Envelope),
            sheet.Payload.WrittenSpan,
            Envelope.BundleType,
            [.. ring.SignersFor(order.Acknowledged).Select(pair => ((DigestSigner)pair.Sign, pair.Public.KeyId))]
        );
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
