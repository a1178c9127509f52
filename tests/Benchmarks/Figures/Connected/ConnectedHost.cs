using System.Net;
using System.Text.Json;
using IwTune.Agent.Control;
using IwTune.Benchmarks.Http2;
using IwTune.Benchmarks.Product;
using IwTune.Benchmarks.Product.Fleet;
using IwTune.Shared.Wire;

namespace IwTune.Benchmarks.Figures.Connected;

/// <summary>A seeded host that always has a check-in at the server, and pauses after a failure as an agent does.</summary>
internal sealed class ConnectedHost
{
    /// <summary>How long the server may hold a check-in, as agents ask it to; seconds.</summary>
    public const int Wait = 55;

    private const int SlotPeriod = 60;

    private readonly SharedConnection connection;
    private readonly Tally tally;
    private readonly ReceivedBundles bundles;
    private readonly byte[] headers;
    private readonly string boot,
        state;
    private readonly BackOff pauses;
    private HeldBundle held;
    private long counter = 1;

    /// <param name="connection">Shared with some others.</param>
    /// <param name="server">Its address.</param>
    /// <param name="number">Of the seeded host.</param>
    /// <param name="held">What it has to begin with.</param>
    /// <param name="bundles">Shared by all of them.</param>
    /// <param name="tally">Counts what it does.</param>
    public ConnectedHost(SharedConnection connection, Uri server, int number, HeldBundle held, ReceivedBundles bundles, Tally tally)
    {
        var host = new SeededHost(number);
        (this.connection, this.tally, this.held, this.bundles) = (connection, tally, held, bundles);
        headers = HeaderBlock.Of(new Uri(server, $"{AgentPaths.CheckIn}?wait={Wait}"), $"{AgentPaths.HostScheme} {host.Id}.{host.Secret}");
        (boot, state) = (host.Facts.BootId, host.StateHash);
        pauses = new(new Schedule(Wait, SlotPeriod, number % SlotPeriod), TimeProvider.System, Random.Shared.NextDouble);
    }

    /// <summary>Until it is cancelled.</summary>
    public async Task RunAsync(CancellationToken ct)
    {
        while (true)
        {
            if (await CheckInAsync(ct) is { } pause)
                await Task.Delay(pause, ct);
        }
    }

    /// <returns>How long to pause; <see langword="null"/> to check in again at once.</returns>
    private async Task<TimeSpan?> CheckInAsync(CancellationToken ct)
    {
        var request = JsonSerializer.SerializeToUtf8Bytes(
            new CheckInRequest(held, state, boot, ++counter),
            WireJson.Default.CheckInRequest
        );
        tally.Begin();
        try
        {
            return Hear(await connection.PostAsync(headers, request, ct));
        }
        catch (IOException)
        {
            tally.Fail();
            return pauses.Next();
        }
        finally
        {
            tally.End();
        }
    }

    private TimeSpan? Hear(Http2Answer answer)
    {
        switch (answer.Status)
        {
            case (int)HttpStatusCode.NoContent:
                tally.HearNothingNew();
                break;
            case (int)HttpStatusCode.OK:
                Hold(answer.Body);
                break;
            default:
                tally.Fail();
                return pauses.Next(answer.RetryAfter);
        }
        pauses.Reset();
        return null;
    }

    private void Hold(byte[] answer)
    {
        (held, var revision) = bundles.Read(JsonSerializer.Deserialize(answer, WireJson.Default.Envelope)!);
        tally.Hear(revision);
    }
}
