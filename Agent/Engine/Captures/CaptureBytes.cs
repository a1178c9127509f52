namespace IwTune.Agent.Engine.Captures;

/// <summary>A stream read front to back through one buffer of fixed size, so that no length in a file decides an allocation.</summary>
internal sealed class CaptureBytes(Stream from)
{
    private const int Size = 64 << 10;

    private readonly byte[] _buffer = new byte[Size];
    private int _start;
    private int _end;

    /// <summary>Bytes taken or skipped so far.</summary>
    public long Offset { get; private set; }

    /// <summary>True when nothing is left.</summary>
    public bool AtEnd => !Fill(1);

    /// <summary>Takes bytes without a copy: they are valid until the next call.</summary>
    /// <param name="count">At most 64 KiB.</param>
    /// <param name="bytes">All of them, or nothing.</param>
    /// <returns>False when fewer are left.</returns>
    public bool Take(int count, out ReadOnlySpan<byte> bytes)
    {
        bytes = default;
        if (!Fill(count))
            return false;
        bytes = _buffer.AsSpan(_start, count);
        Advance(count);
        return true;
    }

    /// <summary>Looks at bytes without taking them: they are valid until the next call.</summary>
    /// <returns>False when fewer are left.</returns>
    public bool Peek(int count, out ReadOnlySpan<byte> bytes)
    {
        bytes = default;
        if (!Fill(count))
            return false;
        bytes = _buffer.AsSpan(_start, count);
        return true;
    }

    /// <returns>False when fewer are left.</returns>
    public bool Skip(long count)
    {
        while (count > 0)
        {
            if (!Fill(1))
                return false;
            var step = (int)Math.Min(count, _end - _start);
            Advance(step);
            count -= step;
        }
        return true;
    }

    private void Advance(int count)
    {
        _start += count;
        Offset += count;
    }

    private bool Fill(int count)
    {
        if (_end - _start >= count)
            return true;
        _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
        (_start, _end) = (0, _end - _start);
        while (_end < count)
        {
            var read = from.Read(_buffer.AsSpan(_end));
            if (read == 0)
                return false;
            _end += read;
        }
        return true;
    }
}
