using System.Text.Json;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Benchmarks.Product;

/// <summary>
/// Reads the bundles of hosts. Most have the same content as the one before, which is parsed and digested once: hosts have processors
/// of their own for that, and here they would take the server's.
/// </summary>
internal sealed class ReceivedBundles
{
    private volatile Known? latest;

    /// <param name="envelope">The answer to a check-in.</param>
    /// <returns>What the host holds from now on, and its policy's revision.</returns>
    public (HeldBundle Held, int? Revision) Read(Envelope envelope)
    {
        var payload = Convert.FromBase64String(envelope.Payload);
        if (latest is { } known && payload.AsSpan().IndexOf(known.Text) >= 0)
        {
            var frame = JsonSerializer.Deserialize<Frame>(payload, JsonSerializerOptions.Web)!;
            return (new(frame.Sequence, known.Digest, frame.Expires), known.Revision);
        }
        var bundle = JsonSerializer.Deserialize(payload, WireJson.Default.Bundle)!;
        var digest = BundleDigest.Of(bundle.Content);
        latest = new(JsonSerializer.SerializeToUtf8Bytes(bundle.Content, WireJson.Default.BundleContent), digest, bundle.Content.Revision);
        return (new(bundle.Sequence, digest, bundle.Expires), bundle.Content.Revision);
    }

    private sealed record Known(byte[] Text, string Digest, int? Revision);

    private sealed record Frame(long Sequence, DateTimeOffset Expires);
}
