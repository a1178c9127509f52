using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Bundles;

/// <summary>Signs bundles. One signature serves every host with the same content: a fleet of 100,000 costs one, not 100,000.</summary>
public sealed class BundleSigner(ECDsa key, TimeSpan life, TimeProvider clock) : IDisposable
{
    internal const string KeyName = "signing.key";
    private const int MaxCached = 1024;
    private readonly ConcurrentDictionary<(string Digest, long Sequence), Signed> _cache = new();
    private readonly Lock _gate = new();

    private sealed record Signed(byte[] Envelope, DateTimeOffset Issued);

    public IReadOnlyList<SigningKey> PublicKeys { get; } = [SigningKeys.From(key)];

    public TimeSpan Life => life;

    public static BundleSigner Load(DataDirectory directory, TimeSpan life, TimeProvider clock) =>
        new(KeyFile.Load(directory, KeyName), life, clock);

    /// <summary>The envelope as it goes over the wire.</summary>
    public byte[] Envelope(BundleContent content, string digest, long sequence)
    {
        var now = clock.GetUtcNow();
        if (_cache.TryGetValue((digest, sequence), out var cached) && now - cached.Issued < life / 8)
            return cached.Envelope;
        lock (_gate)
        {
            if (_cache.TryGetValue((digest, sequence), out cached) && now - cached.Issued < life / 8)
                return cached.Envelope;
            if (_cache.Count >= MaxCached)
                _cache.Clear();
            return (_cache[(digest, sequence)] = Make(content, sequence)).Envelope;
        }
    }

    /// <summary>One that is signed now, whatever was signed before.</summary>
    internal byte[] Fresh(BundleContent content, long sequence)
    {
        lock (_gate)
            return Make(content, sequence).Envelope;
    }

    private Signed Make(BundleContent content, long sequence)
    {
        // Whole seconds: what a host reports back then compares equal to what was signed.
        var issued = DateTimeOffset.FromUnixTimeSeconds(clock.GetUtcNow().ToUnixTimeSeconds());
        var bundle = new Bundle(sequence, issued, issued + life, content);
        var payload = JsonSerializer.SerializeToUtf8Bytes(bundle, WireJson.Default.Bundle);
        var envelope = EnvelopeSigner.Sign(payload, Shared.Wire.Envelope.BundleType, key);
        return new(JsonSerializer.SerializeToUtf8Bytes(envelope, WireJson.Default.Envelope), issued);
    }

    public void Dispose() => key.Dispose();
}
