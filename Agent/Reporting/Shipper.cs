using IwTune.Agent.Control;

namespace IwTune.Agent.Reporting;

/// <summary>
/// Sends the outbox to the server, oldest line first, and releases only what the server reports as durable. Sending a line twice is safe:
/// ingest is idempotent on host and number.
/// </summary>
/// <param name="outbox">What to send.</param>
/// <param name="send">Posts a batch.</param>
/// <param name="backOff">Pauses after a failure.</param>
/// <param name="clock">Measures the pauses.</param>
public sealed class Shipper(
    Outbox outbox,
    Func<ReadOnlyMemory<byte>, CancellationToken, Task<ServerAnswer>> send,
    BackOff backOff,
    TimeProvider clock
)
{
    private const int MaxLines = 500;
    private const int MaxBytes = 512 << 10;

    private readonly Signal _news = new();
    private readonly Signal _reached = new();
    private int _lines = MaxLines;
    private bool _obeying;

    /// <summary>Why nothing can be sent now, as a sentence; empty when it can.</summary>
    public string Problem { get; private set; } = "";

    /// <summary>Called when the server has less than it once made durable, with the number it has.</summary>
    public Action<long> HasLess { get; set; } = _ => { };

    /// <summary>How often the server asks for reports about connections; <see langword="null"/> when it does not say.</summary>
    public TimeSpan? TellEvery { get; private set; }

    /// <summary>There may be something to send.</summary>
    public void Nudge() => _news.Set();

    /// <summary>
    /// The server answered another call of this host: a pause that it did not ask for ends. Calls of a fleet are spread already, and what
    /// the server knows about the host would otherwise be a minute older than it needs to be.
    /// </summary>
    public void Reached() => _reached.Set();

    /// <summary>Ships until cancelled.</summary>
    public async Task RunAsync(CancellationToken ct)
    {
        while (true)
        {
            if (await ShipAsync(ct) is { } pause)
                await RestAsync(pause, ct);
            else
                await _news.WaitAsync(ct);
        }
    }

    /// <summary>Sends what there is, until there is no more or the server does not accept it.</summary>
    /// <returns>How long to pause; <see langword="null"/> when everything is sent.</returns>
    internal async Task<TimeSpan?> ShipAsync(CancellationToken ct)
    {
        while (true)
        {
            try
            {
                var batch = outbox.Take(_lines, MaxBytes);
                if (batch.IsEmpty)
                    return null;
                if (await ShipAsync(batch, ct) is { } pause)
                    return pause;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                Problem = $"The outbox cannot be written: {e.Message}";
                return backOff.Next();
            }
        }
    }

    private async Task RestAsync(TimeSpan pause, CancellationToken ct)
    {
        _reached.Clear();
        if (_obeying)
            await Task.Delay(pause, clock, ct);
        else
            await _reached.WaitAsync(pause, clock, ct);
    }

    private async Task<TimeSpan?> ShipAsync(Batch batch, CancellationToken ct)
    {
        var answer = await send(batch.Body, ct);
        _obeying = answer.RetryAfter is not null;
        if (answer.Granted)
        {
            var reply = answer.Read(AgentJson.Default.ReportsReply);
            TellEvery = reply?.TellEverySeconds is { } seconds ? TimeSpan.FromSeconds(seconds) : null;
            return Settle(batch, reply?.Durable ?? 0);
        }
        Problem = answer.Problem;
        // 4xx that concern this body and will be the same next time; every other failure may pass.
        if (answer.Status is not (400 or 413 or 422))
            return backOff.Next(answer.RetryAfter);
        if (!batch.IsSingle)
        {
            _lines = Math.Max(1, (int)(batch.Last - batch.First + 1) / 2);
            return null;
        }
        return outbox.Condemn(batch.First, answer.Problem) ? null : backOff.Next();
    }

    private TimeSpan? Settle(Batch batch, long durable)
    {
        if (durable > outbox.Last)
        {
            // The server holds lines that this outbox never wrote: the state directory was lost or restored. Continue after them.
            outbox.GoOnAfter(durable);
            return null;
        }
        if (durable < outbox.Durable)
        {
            HasLess(durable);
            return backOff.Next();
        }
        outbox.Release(durable);
        if (durable < batch.Last)
        {
            Problem = $"The server made lines durable up to {durable} of {batch.Last} only.";
            return backOff.Next();
        }
        Problem = "";
        _lines = Math.Min(_lines * 2, MaxLines);
        backOff.Reset();
        return null;
    }
}
