using System.Text.Json;
using System.Text.Json.Serialization;

namespace IwTune.Server.Hosting.Readiness;

/// <summary>One step of a round trip.</summary>
/// <param name="Step">feed, room, enrol, policy, report, store.</param>
/// <param name="Milliseconds">How long it took; of enrol, with the two inside it.</param>
/// <param name="Problem">Why it failed; <see langword="null"/> when it did not.</param>
internal sealed record ReadinessStep(string Step, double Milliseconds, string? Problem);

/// <summary>What <c>/readyz</c> answers when something failed, or when it is asked for JSON.</summary>
internal sealed record ReadinessAnswer(bool Ready, IReadOnlyList<ReadinessStep> Steps);

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(ReadinessAnswer))]
internal sealed partial class ReadinessJson : JsonSerializerContext;

/// <summary>Runs steps, each told with its time and what went wrong; a failure ends that step only.</summary>
internal sealed class ReadinessSteps(TimeProvider clock)
{
    private readonly List<ReadinessStep> _all = [];

    public IReadOnlyList<ReadinessStep> All => _all;

    /// <param name="step">Its name.</param>
    /// <param name="act">What is done; <see langword="null"/> when it went well, otherwise why not.</param>
    /// <param name="limit">Nobody waits longer: what a cut network has swallowed does not end when it is told to.</param>
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
        // Whatever it is, somebody has to read it: a probe that throws tells nothing.
        catch (Exception failed)
        {
            problem = failed.Message;
        }
        _all.Insert(at, new(step, Math.Round(clock.GetElapsedTime(began).TotalMilliseconds, 3), problem));
    }
}
