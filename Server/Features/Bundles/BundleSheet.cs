using System.Buffers;
using System.Text.Json;

namespace IwTune.Server.Features.Bundles;

/// <summary>
/// What a bundle is written on, and used again for another. After a publication every host gets a bundle, and the garbage of each would
/// bring a collection nearer, which stops all calls.
/// </summary>
internal sealed class BundleSheet : IDisposable
{
    private readonly Utf8JsonWriter _json;

    public BundleSheet() => _json = new(Payload);

    /// <summary>The signed bytes.</summary>
    public ArrayBufferWriter<byte> Payload { get; } = new(4096);

    /// <summary>The envelope as it goes over the wire.</summary>
    public ArrayBufferWriter<byte> Envelope { get; } = new(8192);

    /// <summary>Begins one of the two anew.</summary>
    public Utf8JsonWriter Begin(ArrayBufferWriter<byte> part)
    {
        part.ResetWrittenCount();
        _json.Reset(part);
        return _json;
    }

    public void Dispose() => _json.Dispose();
}
