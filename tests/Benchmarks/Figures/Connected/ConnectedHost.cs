using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;
using IwTune.Agent.Control;
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

    private readonly HttpClient client;
    private readonly Tally tally;
    private readonly ReceivedBundles bundles;
    private readonly Uri address;
    private readonly AuthenticationHeaderValue credentials;
    private readonly string boot,
        state;
    private readonly BackOff pauses;
    private HeldBundle held;
    private long counter = 1;

    /// <param name="client">Shared by all of them.</param>
    /// <param name="server">Its address.</param>
    /// <param name="number">Of the seeded host.</param>
    /// <param name="held">What it has to begin with.</param>
    /// <param name="bundles">Shared by all of them.</param>
    /// <param name="tally">Counts what it does.</param>
    public ConnectedHost(HttpClient client, Uri server, int number, HeldBundle held, ReceivedBundles bundles, Tally tally)
    {
        var host = new SeededHost(number);
        (this.client, this.tally, this.held, this.bundles) = (client, tally, held, bundles);
        address = new Uri(server, $"{AgentPaths.CheckIn}?wait={Wait}");
        credentials = new(AgentPaths.HostScheme, $"{host.Id}.{host.Secret}");
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
        using var request = new HttpRequestMessage(HttpMethod.Post, address)
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ByteArrayContent(
                JsonSerializer.SerializeToUtf8Bytes(new CheckInRequest(held, state, boot, ++counter), WireJson.Default.CheckInRequest)
            ),
        };
        request.Headers.Authorization = credentials;
        request.Content.Headers.ContentType = new("application/json");
        tally.Begin();
        try
        {
            using var answer = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, ct);
            return await HearAsync(answer, ct);
        }
        catch (Exception error) when (error is HttpRequestException or IOException)
        {
            tally.Fail();
            return pauses.Next();
        }
        finally
        {
            tally.End();
        }
    }

    private async Task<TimeSpan?> HearAsync(HttpResponseMessage answer, CancellationToken ct)
    {
        switch (answer.StatusCode)
        {
            case HttpStatusCode.NoContent:
                tally.HearNothingNew();
                break;
            case HttpStatusCode.OK:
                Hold(await answer.Content.ReadAsByteArrayAsync(ct));
                break;
            default:
                tally.Fail();
                return pauses.Next(answer.Headers.RetryAfter?.Delta);
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
