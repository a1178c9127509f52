using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Net.Http.Json;
using IwTune.Chaos.Running;
using IwTune.Chaos.Schedules;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Chaos.Cluster.Work;

/// <summary>
/// An administrator's program that publishes a revision every quarter of a second, whether or not the ones before were answered, and never
/// repeats one.
/// </summary>
internal sealed class Publisher(HttpClient api)
{
    public const string Policy = "writes";

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    /// <summary>Windows that a policy may have; neighbours differ, because the content of the revision before makes none.</summary>
    private const int LeastWindow = 2,
        Windows = 40;

    private readonly ConcurrentQueue<Happened> done = new();
    private readonly ConcurrentQueue<long> acknowledged = new();
    private readonly List<Task> open = [];
    private int last;

    /// <summary>Every attempt that ended.</summary>
    public IReadOnlyList<Happened> Done => [.. done];

    /// <summary>When publications were acknowledged, in the order of the acknowledgements, as timestamps of a stopwatch.</summary>
    public IReadOnlyList<long> Acknowledged => [.. acknowledged];

    /// <summary>True when one that began after this moment was acknowledged.</summary>
    public bool WritesSince(long moment) => acknowledged.Any(at => at > moment);

    /// <summary>Publishes until it is stopped; returns when every attempt has ended.</summary>
    /// <param name="step">Of the attempts.</param>
    /// <param name="ct">Stops it.</param>
    public async Task RunAsync(int step, CancellationToken ct)
    {
        while (!ct.IsCancellationRequested)
        {
            open.Add(PublishAsync(step, Interlocked.Increment(ref last)));
            await Task.Delay(Pause, ct).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        await Task.WhenAll(open);
        open.Clear();
    }

    private async Task PublishAsync(int step, int number)
    {
        var (id, window) = (string.Create(CultureInfo.InvariantCulture, $"write-{number}"), LeastWindow + number % Windows);
        var document = string.Create(
            CultureInfo.InvariantCulture,
            $"policy: {Policy}\nwindow: {{ initcwnd: {window} }}\nscopes: [default]\n"
        );
        var (ok, said) = await TryAsync(new PublishRequest(document, id));
        if (ok)
            acknowledged.Enqueue(Stopwatch.GetTimestamp());
        done.Enqueue(new(id, step, new Operation.Publish(window, Confirm: false), ok, said));
    }

    /// <returns>False also when it may have been done or not.</returns>
    private async Task<(bool Ok, string Said)> TryAsync(PublishRequest request)
    {
        try
        {
            using var answer = await api.PostAsJsonAsync(FleetPaths.Policies, request, PoliciesJson.Default.PublishRequest);
            var text = await answer.Content.ReadAsStringAsync();
            return (answer.IsSuccessStatusCode, $"{(int)answer.StatusCode} {text}");
        }
        catch (Exception lost) when (lost is HttpRequestException or OperationCanceledException or IOException)
        {
            return (false, lost.Message);
        }
    }
}
