namespace IwTune.Agent.Cli.Output;

/// <summary>
/// Standard output or standard error. A full disk behind it or a closed descriptor must not end a verb between two routes, so output that
/// cannot be written is dropped, and the error is kept.
/// </summary>
internal sealed class UnfailingOutput(Stream inner) : IByteOutput
{
    private volatile Exception? _failure;

    /// <summary>Why something was dropped; <see langword="null"/> when everything was written.</summary>
    public Exception? Failure => _failure;

    public void Write(ReadOnlySpan<byte> bytes)
    {
        try
        {
            inner.Write(bytes);
        }
        catch (Exception lost) when (lost is IOException or UnauthorizedAccessException)
        {
            _failure ??= lost;
        }
    }

    public void Flush()
    {
        try
        {
            inner.Flush();
        }
        catch (Exception lost) when (lost is IOException or UnauthorizedAccessException)
        {
            _failure ??= lost;
        }
    }
}
