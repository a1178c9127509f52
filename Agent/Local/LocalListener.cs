using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Text.Json;
using IwTune.Agent.Engine;

namespace IwTune.Agent.Local;

/// <summary>Serves the daemon's socket: one request a line, one answer a line.</summary>
/// <param name="listener">From <see cref="LocalSocket.Open"/>.</param>
/// <param name="path">Its file; removed at the end.</param>
/// <param name="answer">What a request that may be asked comes to.</param>
/// <param name="log">For answers that failed.</param>
/// <param name="clock">Measures how long a guest may stay silent.</param>
[UnsupportedOSPlatform("windows")]
public sealed class LocalListener(
    Socket listener, string path, Func<LocalRequest, CancellationToken, ValueTask<LocalReply>> answer, AgentLog log, TimeProvider clock) : IDisposable
{
    /// <summary>The longest request, bytes; a bundle of 10,000 windows fits.</summary>
    private const int MaxRequest = 1 << 20;

    private const int MaxGuests = 32;

    /// <summary>A guest that says nothing for so long makes room for others.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly uint _daemon = LocalSocket.EffectiveUser();
    private readonly SemaphoreSlim _guests = new(MaxGuests);

    /// <summary>Serves until cancelled.</summary>
    public async Task RunAsync(CancellationToken ct)
    {
        while (true)
        {
            await _guests.WaitAsync(ct);
            var guest = await listener.AcceptAsync(ct);
            _ = ServeAsync(guest, ct);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        listener.Dispose();
        File.Delete(path);
        _guests.Dispose();
    }

    private async Task ServeAsync(Socket guest, CancellationToken ct)
    {
        try
        {
            using var closing = guest;
            var peer = PeerCredentials.Of(guest);
            await using var stream = new NetworkStream(guest);
            while (await ReadPatientlyAsync(stream, ct) is { } line)
            {
                var reply = await AnswerAsync(line, peer, ct);
                var bytes = JsonSerializer.SerializeToUtf8Bytes(reply, LocalJson.Default.LocalReply);
                Array.Resize(ref bytes, bytes.Length + 1);
                bytes[^1] = (byte)'\n';
                await stream.WriteAsync(bytes, ct);
            }
        }
        catch (Exception e) when (e is IOException or SocketException or OperationCanceledException or ObjectDisposedException)
        {
            // The guest left, or the daemon stops.
        }
        finally
        {
            if (!ct.IsCancellationRequested)
                _guests.Release();
        }
    }

    private async ValueTask<LocalReply> AnswerAsync(byte[] line, PeerCredentials peer, CancellationToken ct)
    {
        if (Parse(line) is not { } request)
            return LocalReply.Say(ExitCode.Error, "The daemon did not understand the request. The command line may be of another version: restart the daemon.");
        if (request.Changes && !peer.MayChange(_daemon))
            return LocalReply.Say(ExitCode.Permission, $"User {peer.Uid} may read but not change this host: only root or user {_daemon}, who runs the daemon, may. Use sudo.");
        try
        {
            return await answer(request, ct);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            // The daemon outlives a request that fails; the asker and the log both learn of it.
            log.Warn($"The request {request.Verb} failed: {e}");
            return LocalReply.Say(ExitCode.Error, $"The daemon failed at this request: {e.Message}. Its log says more.");
        }
    }

    private static LocalRequest? Parse(byte[] line)
    {
        try
        {
            return JsonSerializer.Deserialize(line, LocalJson.Default.LocalRequest);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private async ValueTask<byte[]?> ReadPatientlyAsync(NetworkStream stream, CancellationToken ct)
    {
        using var patience = new CancellationTokenSource(Patience, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(ct, patience.Token);
        return await ReadLineAsync(stream, either.Token);
    }

    private static async ValueTask<byte[]?> ReadLineAsync(NetworkStream stream, CancellationToken ct)
    {
        var buffer = new byte[4096];
        var length = 0;
        while (true)
        {
            var read = await stream.ReadAsync(buffer.AsMemory(length), ct);
            length += read;
            if (read == 0)
                return null;
            if (buffer[length - 1] == '\n')
                return buffer[..length];
            if (length >= MaxRequest)
                return null;
            if (length == buffer.Length)
                Array.Resize(ref buffer, buffer.Length * 2);
        }
    }
}
