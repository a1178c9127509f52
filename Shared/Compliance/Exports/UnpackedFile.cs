using System.IO.Compression;
using System.Security.Cryptography;

namespace IwTune.Shared.Compliance.Exports;

/// <summary>A file of the zip while it is read: never more bytes than its header promises, and their hash as they pass.</summary>
internal sealed class UnpackedFile : Stream
{
    private readonly ZipEntry _entry;
    private readonly Slice _slice;
    private readonly Stream _unpacked;
    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private long _read;

    public UnpackedFile(Stream zip, ZipEntry entry)
    {
        (_entry, _slice) = (entry, new Slice(zip, entry.Start, entry.Stored));
        _unpacked = entry.Deflated ? new DeflateStream(_slice, CompressionMode.Decompress) : _slice;
    }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => _entry.Bytes;

    public override long Position
    {
        get => _read;
        set => throw new NotSupportedException();
    }

    /// <exception cref="ExportFaultException">The packed data is damaged, or more than it says.</exception>
    public override int Read(Span<byte> buffer)
    {
        try
        {
            var read = _unpacked.Read(buffer);
            _read += read;
            if (_read > _entry.Bytes)
                throw new ExportFaultException($"'{_entry.Name}' unpacks to more than the {_entry.Bytes} bytes that the zip states");
            _hash.AppendData(buffer[..read]);
            return read;
        }
        catch (InvalidDataException damaged)
        {
            throw new ExportFaultException($"'{_entry.Name}' cannot be unpacked: its packed bytes were changed", damaged);
        }
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    /// <summary>Reads the rest, and returns the hash of the whole file, lower-case hex.</summary>
    /// <exception cref="ExportFaultException">There is less or more than the zip says.</exception>
    public string Finish()
    {
        Span<byte> rest = stackalloc byte[4096];
        while (Read(rest) > 0) { }
        if (_read != _entry.Bytes || _slice.Left > 0)
            throw new ExportFaultException($"'{_entry.Name}' does not have the length that the zip states, or is followed by hidden data");
        return Wire.Signing.CanonicalText.Hex(_hash.GetHashAndReset());
    }

    public override void Flush() { }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        _unpacked.Dispose();
        _hash.Dispose();
        base.Dispose(disposing);
    }
}
