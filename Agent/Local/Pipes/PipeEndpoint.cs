using System.IO.Pipes;

namespace IwTune.Agent.Local.Pipes;

/// <summary>A named pipe with one instance always waiting, so that a client always finds a pipe.</summary>
/// <param name="first">The first instance.</param>
/// <param name="next">Makes another of the same name.</param>
/// <param name="refusal">Asks the system who the client is: <see cref="LocalGuest.Refusal"/>.</param>
internal sealed class PipeEndpoint(
    NamedPipeServerStream first,
    Func<NamedPipeServerStream> next,
    Func<NamedPipeServerStream, string?> refusal
) : ILocalEndpoint
{
    private NamedPipeServerStream? _waiting = first;

    /// <inheritdoc/>
    public async ValueTask<LocalGuest> AcceptAsync(CancellationToken ct)
    {
        while (true)
        {
            var guest = _waiting ?? throw new ObjectDisposedException(nameof(PipeEndpoint));
            var came = await ConnectsAsync(guest, ct);
            Replace(guest);
            if (came)
                return new LocalGuest(guest, () => refusal(guest));
            await guest.DisposeAsync();
        }
    }

    /// <summary>Closes the waiting instance; those of guests end with their streams.</summary>
    public void Dispose() => Interlocked.Exchange(ref _waiting, null)?.Dispose();

    /// <summary>A wait that ends because everything is closed must not open the pipe again.</summary>
    private void Replace(NamedPipeServerStream guest)
    {
        ObjectDisposedException.ThrowIf(_waiting is null, this);
        var another = next();
        if (Interlocked.CompareExchange(ref _waiting, another, guest) == guest)
            return;
        another.Dispose();
        throw new ObjectDisposedException(nameof(PipeEndpoint));
    }

    private static async Task<bool> ConnectsAsync(NamedPipeServerStream guest, CancellationToken ct)
    {
        try
        {
            await guest.WaitForConnectionAsync(ct);
            return true;
        }
        catch (IOException)
        {
            return false; // came and went before it was greeted: ERROR_NO_DATA
        }
    }
}
