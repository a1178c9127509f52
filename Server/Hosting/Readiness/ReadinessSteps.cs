using System.Text.Json;
using System.Text.Json.Serialization;

namespace IwTune.Server.Hosting.Readiness;

/// <summary>One step of a round trip.</summary>
/// <param name="Step">feed, room, enrol, policy, report, store.</param>
/// <param name="Milliseconds">How long it took; of enrol, with the two inside it.</param>
/// <param name="Problem">Why it failed; <see langword="null"/> when it did not.</param>
internal sealed record ReadinessStep(string Step, double Milliseconds, string? Problem);

/// <summary>The answer of <c>/readyz</c> when something failed, or when the caller requests JSON.</summary>
/// <param name="Ready">Whether every step went well.</param>
/// <param name="Steps">Of the round trip.</param>
/// <param name="Replica">Whether long readings use the replica; the server is ready without it.</param>
internal sealed record ReadinessAnswer(bool Ready, IReadOnlyList<ReadinessStep> Steps, string? Replica = null);

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(ReadinessAnswer))]
internal sealed partial class ReadinessJson : JsonSerializerContext;

/// <summary>Runs steps, each recorded with its time and its problem; a failure ends that step only.</summary>
internal sealed class ReadinessSteps(TimeProvider clock)
{
    private readonly List<ReadinessStep> _all = [];

    public IReadOnlyList<ReadinessStep> All => _all;

    /// <param name="step">Its name.</param>
    /// <param name="act">What is done; <see langword="null"/> when it went well, otherwise why not.</param>
    /// <param name="limit">Maximum wait: a call that a cut network swallowed does not react to its cancellation.</param>
    public async Task RunAsync(string step, Func<Task<string?>> act, CancellationToken limit = default)
    {
        var (at, began) = (_all.Count, clock.GetTimestamp());
        string? problem;
        try
        {
            problem = await act().WaitAsync(limit);
        }
        catch (OperationCanceledException)
        {
            problem = "not within its time: the store's writer is not free, or does not answer";
        }
        // Every failure must reach the reader: a probe that throws shows nothing.
        catch (Exception failed)
        {
            problem = failed.Message;
        }
        _all.Insert(at, new(step, Math.Round(clock.GetElapsedTime(began).TotalMilliseconds, 3), problem));
    }
}
