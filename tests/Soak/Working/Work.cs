using System.Diagnostics;
using IwTune.Lab;

namespace IwTune.Soak.Working;

/// <summary>Something that people, hosts or networks do again and again, much more often than usual.</summary>
internal abstract class Work
{
    /// <summary>In the plural.</summary>
    public abstract string Name { get; }

    /// <summary>How many there are in an hour of a busy fleet of this size.</summary>
    public abstract double UsualInAnHour { get; }

    /// <summary>How many were done.</summary>
    public long Done { get; private set; }

    /// <summary>What did not work, with how often; the first of each kind is enough to find the cause.</summary>
    public IReadOnlyDictionary<string, int> Problems => problems;

    private readonly Dictionary<string, int> problems = new(StringComparer.Ordinal);

    /// <summary>Real time between two turns.</summary>
    protected abstract TimeSpan Every { get; }

    /// <summary>Does it again and again.</summary>
    public async Task GoOnAsync(CancellationToken ct)
    {
        var since = Stopwatch.StartNew();
        try
        {
            for (var turn = 1; ; turn++)
            {
                try
                {
                    Done += await TurnAsync(turn, ct);
                }
                catch (Exception failed) when (failed is LabException or HttpRequestException or IOException)
                {
                    problems[failed.Message] = problems.GetValueOrDefault(failed.Message) + 1;
                }
                if (Every * turn - since.Elapsed is { Ticks: > 0 } rest)
                    await Task.Delay(rest, ct);
                ct.ThrowIfCancellationRequested();
            }
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested) { }
    }

    /// <returns>How many were done.</returns>
    protected abstract Task<int> TurnAsync(int turn, CancellationToken ct);
}
