using System.Collections.Concurrent;
using System.Net.Sockets;
using System.Text.Json;
using IwTune.Agent.Engine;

namespace IwTune.Agent.Local;

/// <summary>
/// Serves the daemon's endpoint: one request per line, one answer per line. A guest that sends nothing, or does not read its answer, makes
/// room for others after a time. One user who may only read has a few places, so that the others stay free.
/// </summary>
/// <param name="endpoint">From <see cref="LocalEndpoint.Open"/>; closed at the end.</param>
/// <param name="answer">Answers a permitted request.</param>
/// <param name="log">For answers that failed.</param>
/// <param name="clock">Measures how long a guest may stay silent, and how long it may take over an answer.</param>
public sealed class LocalListener(
    ILocalEndpoint endpoint,
    Func<LocalRequest, CancellationToken, ValueTask<LocalReply>> answer,
    AgentLog log,
    TimeProvider clock
) : IDisposable
{
    /// <summary>The longest request, bytes; a bundle of 10,000 windows fits.</summary>
    private const int MaxRequest = 1 << 20;

    private const int MaxGuests = 32,
        MaxOfUser = 8;

    /// <summary>A guest whose next request is not complete after this time makes room for others.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <summary>So does one that has not read its answer after this time; the longest is 64 MiB.</summary>
    private static readonly TimeSpan AnswerPatience = TimeSpan.FromSeconds(30);

    /// <summary>The pause after an accept that failed, such as for lack of file descriptors.</summary>
    private static readonly TimeSpan AcceptPause = TimeSpan.FromSeconds(1);

    private readonly SemaphoreSlim _guests = new(MaxGuests);
    private readonly ConcurrentDictionary<uint, int> _ofUser = new();

    /// <summary>Serves until cancelled.</summary>
    public async Task RunAsync(CancellationToken ct)
    {
        while (true)
        {
            await _guests.WaitAsync(ct);
            LocalGuest guest;
            try
            {
                guest = await endpoint.AcceptAsync(ct);
            }
            catch (Exception e) when (e is SocketException or IOException && !ct.IsCancellationRequested)
            {
                log.Warn($"A command could not be received: {e.Message}. The daemon tries again.");
                _guests.Release();
                await Task.Delay(AcceptPause, clock, ct);
                continue;
            }
            _ = ServeAsync(guest, ct);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        endpoint.Dispose();
        _guests.Dispose();
    }

    private async Task ServeAsync(LocalGuest guest, CancellationToken ct)
    {
        var within = guest.User is not { } user || _ofUser.AddOrUpdate(user, 1, (_, count) => count + 1) <= MaxOfUser;
        try
        {
            await using var stream = guest.Stream;
            if (!within)
                await SayAsync(
                    stream,
                    LocalReply.Say(
                        ExitCode.Unreachable,
                        $"This user has {MaxOfUser} connections to the daemon already. End one of those commands, then try again."
                    ),
                    ct
                );
            while (within && await ReadPatientlyAsync(stream, ct) is { } line)
                await SayAsync(stream, await AnswerAsync(line, guest, ct), ct);
        }
        catch (Exception e) when (e is IOException or SocketException or OperationCanceledException or ObjectDisposedException)
        {
            // The guest left, was too slow, or the daemon stops.
        }
        finally
        {
            if (guest.User is { } gone && _ofUser.AddOrUpdate(gone, 0, (_, count) => count - 1) == 0)
                _ofUser.TryRemove(new KeyValuePair<uint, int>(gone, 0));
            if (!ct.IsCancellationRequested)
                _guests.Release();
        }
    }

    private async ValueTask<LocalReply> AnswerAsync(byte[] line, LocalGuest guest, CancellationToken ct)
    {
        if (Parse(line) is not { } request)
            return LocalReply.Say(
                ExitCode.Error,
                "The daemon did not understand the request. The command line may be of another version: restart the daemon."
            );
        if (request.Changes && guest.Refusal() is { } refusal)
            return LocalReply.Say(ExitCode.Permission, refusal);
        try
        {
            return await answer(request, ct);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            // The daemon survives a failed request; the client and the log both get the error.
            log.Warn($"The request {request.Verb} failed: {e}");
            return LocalReply.Say(ExitCode.Error, $"The daemon failed at this request: {e.Message}. Its log says more.");
        }
    }

    private static LocalRequest? Parse(byte[] line)
    {
        // Any user may send lines without an end: what is no object is refused without an exception.
        if (!line.AsSpan().TrimStart(" \t\r\n"u8).StartsWith("{"u8))
            return null;
        try
        {
            return JsonSerializer.Deserialize(line, AgentJson.Default.LocalRequest);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private async ValueTask SayAsync(Stream stream, LocalReply reply, CancellationToken ct)
    {
        var bytes = JsonSerializer.SerializeToUtf8Bytes(reply, AgentJson.Default.LocalReply);
        Array.Resize(ref bytes, bytes.Length + 1);
        bytes[^1] = (byte)'\n';
        using var patience = new CancellationTokenSource(AnswerPatience, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(ct, patience.Token);
        await stream.WriteAsync(bytes, either.Token);
    }

    private async ValueTask<byte[]?> ReadPatientlyAsync(Stream stream, CancellationToken ct)
    {
        using var patience = new CancellationTokenSource(Patience, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(ct, patience.Token);
        return await ReadLineAsync(stream, either.Token);
    }

    private static async ValueTask<byte[]?> ReadLineAsync(Stream stream, CancellationToken ct)
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
