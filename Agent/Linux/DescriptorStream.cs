using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux;

/// <summary>
/// Reads from or writes to a descriptor directly. Console's own streams write terminfo's keypad sequence to a terminal before the first
/// byte, even where NO_COLOR forbids it. FileStream does not move the offset from which the next program of a shell's redirection
/// continues.
/// </summary>
internal sealed partial class DescriptorStream(int descriptor) : Stream
{
    private const int Interrupted = 4,
        TryAgain = 11,
        BrokenPipe = 32; // EINTR, EAGAIN, EPIPE
    private const short Readable = 1,
        Writable = 4; // POLLIN, POLLOUT

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    /// <exception cref="IOException">Not all of it was written.</exception>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        while (!buffer.IsEmpty)
        {
            var written = Write(descriptor, buffer, (nuint)buffer.Length);
            if (written >= 0)
                buffer = buffer[(int)written..];
            else if (Marshal.GetLastPInvokeError() == BrokenPipe)
                // A reader that has seen enough, as in '| head', misses nothing.
                return;
            else
                GoOn(Writable);
        }
    }

    /// <exception cref="IOException">It cannot be read.</exception>
    public override int Read(Span<byte> buffer)
    {
        while (true)
        {
            var read = Read(descriptor, buffer, (nuint)buffer.Length);
            if (read >= 0)
                return (int)read;
            GoOn(Readable);
        }
    }

    public override void Flush() { }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    private void GoOn(short events)
    {
        var error = Marshal.GetLastPInvokeError();
        if (error == Interrupted)
            return;
        if (error != TryAgain)
            throw new IOException(Marshal.GetPInvokeErrorMessage(error));
        // Another program made the open file non-blocking, which a terminal shares with this one.
        var asked = new Polled { Descriptor = descriptor, Events = events };
        _ = Poll(ref asked, 1, -1);
    }

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    private static partial nint Write(int descriptor, ReadOnlySpan<byte> bytes, nuint count);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    private static partial nint Read(int descriptor, Span<byte> buffer, nuint count);

    [LibraryImport("libc", EntryPoint = "poll", SetLastError = true)]
    private static partial int Poll(ref Polled one, nuint count, int milliseconds);

    /// <summary><c>struct pollfd</c>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Polled
    {
        public int Descriptor;
        public short Events;
        public short Happened;
    }
}
