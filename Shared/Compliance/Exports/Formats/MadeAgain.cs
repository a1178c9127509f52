namespace IwTune.Shared.Compliance.Exports.Formats;

/// <summary>Compares the files of a zip with the same files while they are made a second time. Nothing is kept of them.</summary>
/// <param name="zip">The zip as it came.</param>
internal sealed class MadeAgain(Stream zip) : IDisposable
{
    private readonly Dictionary<string, ZipEntry> _entries = ZipDirectory
        .Read(zip)
        .ToDictionary(entry => entry.Name, StringComparer.Ordinal);
    private readonly HashSet<string> _made = new(StringComparer.Ordinal);
    private string? _difference;

    /// <summary>A stream that takes a file as it should be.</summary>
    public Stream Open(string name)
    {
        _made.Add(name);
        if (_entries.TryGetValue(name, out var entry))
            return new Compared(this, name, new UnpackedFile(zip, entry));
        _difference ??= $"'{name}' is missing in it";
        return Stream.Null;
    }

    /// <returns>The first difference; <see langword="null"/> when every file is as it should be and there is no other.</returns>
    public string? Difference() =>
        _difference
        ?? (_entries.Keys.FirstOrDefault(name => !_made.Contains(name)) is { } other ? $"'{other}' does not belong in it" : null);

    /// <inheritdoc/>
    public void Dispose() => zip.Dispose();

    private void Differs(string name, long at) => _difference ??= $"'{name}' differs at byte {at} from what the rows of this export make";

    private sealed class Compared(MadeAgain of, string name, UnpackedFile file) : Stream
    {
        private readonly byte[] _buffer = new byte[1 << 16];
        private long _at;

        public override bool CanRead => false;

        public override bool CanSeek => false;

        public override bool CanWrite => true;

        public override long Length => _at;

        public override long Position
        {
            get => _at;
            set => throw new NotSupportedException();
        }

        public override void Write(ReadOnlySpan<byte> made)
        {
            while (!made.IsEmpty)
            {
                var piece = made[..Math.Min(made.Length, _buffer.Length)];
                var read = file.ReadAtLeast(_buffer.AsSpan(0, piece.Length), piece.Length, throwOnEndOfStream: false);
                var same = piece.CommonPrefixLength(_buffer.AsSpan(0, read));
                if (same < piece.Length)
                    of.Differs(name, _at + same);
                _at += piece.Length;
                made = made[piece.Length..];
            }
        }

        public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

        public override void Flush() { }

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        protected override void Dispose(bool disposing)
        {
            if (disposing && file.Read(_buffer.AsSpan(0, 1)) > 0)
                of.Differs(name, _at);
            if (disposing)
                file.Finish();
            file.Dispose();
            base.Dispose(disposing);
        }
    }
}
