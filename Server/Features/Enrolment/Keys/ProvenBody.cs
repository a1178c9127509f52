using System.Security.Cryptography;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Enrolment.Keys;

/// <summary>
/// A body that the proof of its call names the digest of. It is read by its call, within the limits there; another one ends in a refusal
/// instead of its end.
/// </summary>
internal sealed class ProvenBody(Stream body, string digest) : Stream
{
    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private bool _ended;

    /// <summary>
    /// Verifies a call's body against the proof: at once when it is in memory (<see cref="Hosting.Load.Bodies"/>), otherwise as it is read.
    /// </summary>
    /// <returns>False when the body is another one.</returns>
    public static bool Hold(HttpContext context, string digest)
    {
        if (context.Request.Body is MemoryStream whole)
        {
            var fits = Convert.ToBase64String(SHA256.HashData(whole)) == digest;
            whole.Position = 0;
            return fits;
        }
        var streamed = new ProvenBody(context.Request.Body, digest);
        context.Response.RegisterForDispose(streamed);
        context.Request.Body = streamed;
        return context.Request.ContentLength != 0 || digest == HostKeys.Digest([]);
    }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var length = await body.ReadAsync(buffer, cancellationToken);
        return Taken(buffer.Span, length, buffer.IsEmpty);
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override int Read(byte[] buffer, int offset, int count) =>
        Taken(buffer.AsSpan(offset, count), body.Read(buffer, offset, count), count == 0);

    public override void Flush() { }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _hash.Dispose();
        base.Dispose(disposing);
    }

    private int Taken(ReadOnlySpan<byte> buffer, int length, bool nothingAsked)
    {
        if (length > 0)
            _hash.AppendData(buffer[..length]);
        else if (!_ended && !nothingAsked)
        {
            _ended = true;
            if (Convert.ToBase64String(_hash.GetHashAndReset()) != digest)
                throw new BadHttpRequestException("The body does not match the proof of this call.", StatusCodes.Status401Unauthorized);
        }
        return length;
    }
}
